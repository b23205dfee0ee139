import type { EngineContext } from "../engine-context.ts";
import { isPayIndexError } from "../errors.ts";
import { type Attempt, expectedAmountsOf } from "../payment/attempt.ts";
import { isSuccess } from "../payment/fact-kinds.ts";
import { gatewayRefundsOf } from "../payment/gateway-refunds.ts";
import type { ReviewItem } from "../payment/review-item.ts";
import { reviewKinds } from "../payment/review-kinds.ts";
import { fromAmountText } from "../protocol/money/amount-text.ts";
import type { Money } from "../protocol/money/money.ts";

/** Databases take a limited number of parameters in a statement. */
const attemptsPerQuery = 500;

/**
 * Returns the amount of each review item, by the item's id: the charged amount, otherwise the amount that the attempt
 * asked for. The total of the shop's own order may differ by now.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function loadAmountByReviewItemId<Tx>(
  { store }: Pick<EngineContext<Tx>, "store">,
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

function amountOfReviewItem(attempt: Attempt, item: ReviewItem): Money {
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
  if (fact === undefined) return undefined;
  try {
    return fromAmountText(fact.trueAmount, fact.currency.toUpperCase());
  } catch (error) {
    if (isPayIndexError(error, "money_invalid")) return undefined;
    throw error;
  }
}
