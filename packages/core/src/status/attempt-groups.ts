import type { AttemptState } from "../payment/attempt-state.ts";

/** The groups of a list of attempts for staff. Each state is in one group. */
export const attemptGroups = ["open", "failed", "review", "paid"] as const;

/** A group of a list of attempts for staff. */
export type AttemptGroup = (typeof attemptGroups)[number];

/** The group of each state. `failed` has also the attempts that staff dismissed, or refunded without an order. */
export const groupOfState = {
  created: "open",
  pending: "open",
  approved: "open",
  failed: "failed",
  closed: "failed",
  refunded: "failed",
  review: "review",
  paid: "paid",
} as const satisfies Record<AttemptState, AttemptGroup>;
