export const attemptStates = [
  "created",
  "pending",
  "approved",
  "failed",
  "review",
  "closed",
  "refunded",
  "paid",
] as const;

/**
 * The state of an attempt, derived from all its facts (ENG-STATE).
 *
 * - `paid`: the gateway reported the payment, or an operator accepted it on proof. No later report changes this.
 * - `closed`: an operator dismissed it
 * - `refunded`: an operator recorded its refund, and no order was placed for it (ENG-FREE)
 * - `review`: the amount or the reports do not fit. A person has to resolve it.
 * - `failed`: the payment failed, and the buyer can try again
 * - `approved`: the gateway approved the charge in its response, and the notification has not arrived
 * - `pending`: the buyer has not finished, or the outcome is not known
 * - `created`: committed, and no response of the gateway is recorded
 */
export type AttemptState = (typeof attemptStates)[number];

/** The states in the order that decides the state of a payment: the first one that an attempt of the payment has. */
export const statesBestFirst: readonly AttemptState[] = [
  "paid",
  "review",
  "approved",
  "pending",
  "created",
  "refunded",
  "failed",
  "closed",
];

/** Returns whether an attempt in this state decides about all other attempts of its payment, however old it is. */
export function decidesAboutOtherAttempts(state: AttemptState): boolean {
  return state === "paid" || state === "review" || state === "approved";
}

/** Returns whether the outcome of an attempt in this state is known. */
export function hasResult(state: AttemptState): boolean {
  return state !== "created" && state !== "pending" && state !== "approved";
}
