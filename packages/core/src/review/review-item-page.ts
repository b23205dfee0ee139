import type { Job } from "../payment/job.ts";
import type { JobKind } from "../payment/review-kinds.ts";

/** Which review items to show. */
export interface ReviewItemFilter {
  readonly kind?: JobKind | undefined;
  /** Part of the reference or of the order number at the gateway, in any case of letters. */
  readonly text?: string | undefined;
  /** References that match `text` in the host's own records, such as by the buyer's e-mail address. */
  readonly references?: ReadonlySet<string> | undefined;
  /** How many to leave out at the start: 0 if it is not given. */
  readonly skip?: number | undefined;
  /** How many to show: 50 if it is not given. */
  readonly take?: number | undefined;
}

export interface ReviewItemPage {
  readonly items: readonly Job[];
  /** How many match the filter, on all pages. */
  readonly count: number;
  /** How many match by kind, before the filter `kind`: what a list of kinds shows. A kind without items is left out. */
  readonly counts: Readonly<Partial<Record<JobKind, number>>>;
}

const defaultPageSize = 50;

/** One page of the review queue. The order of the items stays. */
export function pageReviewItems(all: readonly Job[], filter: ReviewItemFilter = {}): ReviewItemPage {
  const { kind, text = "", references, skip = 0, take = defaultPageSize } = filter;
  const sought = text.trim().toLowerCase();
  const found = all.filter(
    ({ reference, orderNumber }) =>
      reference.toLowerCase().includes(sought) ||
      orderNumber.toLowerCase().includes(sought) ||
      references?.has(reference),
  );
  const counts: Partial<Record<JobKind, number>> = {};
  for (const each of found) counts[each.kind] = (counts[each.kind] ?? 0) + 1;
  const matching = kind === undefined ? found : found.filter((each) => each.kind === kind);
  return { items: matching.slice(skip, skip + take), count: matching.length, counts };
}
