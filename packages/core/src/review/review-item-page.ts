import type { ReviewItem } from "../payment/review-item.ts";
import type { ReviewKind } from "../payment/review-kinds.ts";

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
