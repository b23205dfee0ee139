import { pendingReviewKinds } from "./pending-review-kinds.ts";
import { reportedReviewKinds } from "./reported-review-kinds.ts";
import type { ReviewKindRules } from "./review-kind-rules.ts";

/**
 * The kinds of review items. A new kind is one entry in one of the two tables, and its texts in `status/texts`. The compiler reports what
 * else it needs.
 */
export const reviewKinds = {
  ...pendingReviewKinds,
  ...reportedReviewKinds,
} as const satisfies Record<string, ReviewKindRules>;

/** The kind of a review item. */
export type ReviewKind = keyof typeof reviewKinds;

/** The kinds whose rules have this value. */
export type KindsWith<Rule extends keyof ReviewKindRules, Value extends ReviewKindRules[Rule]> = {
  [Kind in ReviewKind]: (typeof reviewKinds)[Kind][Rule] extends Value ? Kind : never;
}[ReviewKind];

/** The names of all kinds. */
export const reviewKindNames = Object.keys(reviewKinds) as readonly ReviewKind[];
