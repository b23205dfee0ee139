import type { EngineContext } from "../engine-context.ts";
import { type Attempt, expectedAmountsOf } from "../payment/attempt.ts";
import { isSuccess } from "../payment/classify-facts.ts";
import { gatewayRefundsOf } from "../payment/gateway-refunds.ts";
import { isOpenReviewItem, type ReviewItem } from "../payment/review-item.ts";
import { type ReviewKind, reviewKinds } from "../payment/review-kinds.ts";
import type { PaymentStore } from "../ports/store.ts";
import { type Money, readAmountText } from "../protocol/money/money.ts";

/** The filter of a list of review items. */
export interface ReviewItemFilter {
  readonly kind?: ReviewKind | undefined;
  /** Part of the reference or of the gateway order ID, in any case of letters. */
  readonly text?: string | undefined;
  /** References that match `text` in the host's own records, such as by the buyer's e-mail address. */
  readonly references?: ReadonlySet<string> | undefined;
  /** The number of items to leave out at the start. Default: 0. */
  readonly skip?: number | undefined;
  /** The number of items on a page. Default: 50. */
  readonly take?: number | undefined;
}

/** One page of review items. */
export interface ReviewItemPage {
  readonly items: readonly ReviewItem[];
  /** The number of items that match the filter, on all pages. */
  readonly count: number;
  /** The number of items by kind, without the filter `kind`. A kind without items is left out. */
  readonly counts: Readonly<Partial<Record<ReviewKind, number>>>;
}

const defaultPageSize = 50;

/** Returns one page of review items. Keeps the order of the items. */
export function filterAndPaginateReviewItems(
  all: readonly ReviewItem[],
  filter: ReviewItemFilter = {},
): ReviewItemPage {
  const { kind, text = "", references, skip = 0, take = defaultPageSize } = filter;
  const sought = text.trim().toLowerCase();
  const found = all.filter(
    ({ reference, attemptId }) =>
      reference.toLowerCase().includes(sought) ||
      attemptId.toLowerCase().includes(sought) ||
      references?.has(reference),
  );
  const counts: Partial<Record<ReviewKind, number>> = {};
  for (const each of found) counts[each.kind] = (counts[each.kind] ?? 0) + 1;
  const matching = kind === undefined ? found : found.filter((each) => each.kind === kind);
  return { items: matching.slice(skip, skip + take), count: matching.length, counts };
}

type ReviewItemStore = Pick<PaymentStore, "listReviewItems">;

/** The number of items that the first read of `listOpenReviewItems` asks for. Most shops have fewer. */
const firstReadLimit = 1000;

/**
 * Returns every open review item. There can be thousands, such as after a morning without the gateway.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function listOpenReviewItems(store: ReviewItemStore): Promise<readonly ReviewItem[]> {
  for (let limit = firstReadLimit; ; limit *= 10) {
    const items = await store.listReviewItems(limit);
    if (items.length < limit) return items;
  }
}

/** Returns those of these review items that are open, in the order of the ids. @throws PayIndexError `store_unavailable` */
export async function findOpenReviewItems(
  store: Pick<PaymentStore, "findReviewItem">,
  ids: readonly string[],
): Promise<readonly ReviewItem[]> {
  const found = await Promise.all(ids.map((id) => store.findReviewItem(id)));
  return found.filter((item) => item !== undefined).filter(isOpenReviewItem);
}

/** Databases take a limited number of parameters in a statement. */
const attemptsPerQuery = 500;

/**
 * Returns the amount of each review item, by the item's id: the charged amount, otherwise the amount that the attempt
 * asked for. The total of the shop's own order may differ by now.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function loadAmountByReviewItemId(
  { store }: Pick<EngineContext, "store">,
  items: readonly ReviewItem[],
): Promise<ReadonlyMap<string, Money>> {
  const attemptIds = [...new Set(items.map(({ attemptId }) => attemptId))];
  const found: Attempt[] = [];
  for (let first = 0; first < attemptIds.length; first += attemptsPerQuery)
    found.push(...(await store.findAttempts(attemptIds.slice(first, first + attemptsPerQuery))));
  const payments = new Map(found.map((attempt) => [attempt.attemptId, attempt]));
  return new Map(
    items.flatMap((item) => {
      const attempt = payments.get(item.attemptId);
      return attempt === undefined ? [] : [[item.id, amountOfReviewItem(attempt, item)]];
    }),
  );
}

/** Returns the charged amount, otherwise the amount that the attempt asked for. */
export function amountOfReviewItem(attempt: Attempt, item: ReviewItem): Money {
  if (item.cycle !== undefined) return attempt.amount;
  const refund = gatewayRefundsOf(attempt.facts).find(({ requestId }) => requestId === item.dedupeKey);
  if (reviewKinds[item.kind].decides === "refund" && refund !== undefined) return refund.amount;
  return (
    (reviewKinds[item.kind].money === "reported-amount"
      ? reportedAmount(attempt, item.dedupeKey)
      : undefined) ?? expectedAmountsOf(attempt).chargedAmount
  );
}

/** Returns the amount that the gateway reported for this transaction. Undefined if the report is not an amount. */
function reportedAmount({ facts }: Attempt, transactionId: string): Money | undefined {
  const fact = facts.filter(isSuccess).find((each) => each.transactionId === transactionId);
  return fact && readAmountText(fact.trueAmount, fact.currency.toUpperCase());
}
