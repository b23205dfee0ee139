import type { CancelRequester } from "../payment/cancellation.ts";
import type { CancelAnswer } from "./cancel-subscription-at-gateway.ts";

/** Which subscription to cancel, and who asks. */
export interface CancelRequest {
  /** The shop's own id of the order that started the subscription. */
  readonly reference: string;
  /** Default: `default`. */
  readonly tenant?: string;
  /** The attempt that started the subscription. Default: the winning one, or the paid one. */
  readonly attemptId?: string;
  /** `buyer`, after the shop has checked that this buyer owns the order, or the operator: `{ id, name }`. Stored and displayed. */
  readonly by: CancelRequester;
}

/** The outcome of a request to cancel a subscription. */
export type CancelResult =
  | CancelAnswer
  /** The last cycle of the plan is over, so nothing is left to cancel. Nothing was sent. */
  | { readonly outcome: "ended" }
  /** The shop has asked before without a clear answer, and asks again by itself. Nothing was sent now. */
  | { readonly outcome: "unclear"; readonly reason: "waiting" };

/** The outcome, as the APIs of admins and storefronts send it: null where the outcome has nothing. */
export interface CancelResultFields {
  readonly outcome: CancelResult["outcome"];
  /** With `cancelled`: since when the subscription is closed, as an ISO instant in UTC. */
  readonly closedAt: string | null;
  /** With `unclear`: a word of a closed list. */
  readonly reason: Extract<CancelResult, { readonly reason: unknown }>["reason"] | null;
  /** With `refused`: the gateway's text, if it gave one. */
  readonly text: string | null;
}

/** Returns the outcome with the same fields for each kind. */
export function toCancelResultFields(result: CancelResult): CancelResultFields {
  const none = { closedAt: null, reason: null, text: null };
  switch (result.outcome) {
    case "cancelled":
      return { ...none, outcome: result.outcome, closedAt: result.closedAt };
    case "ended":
      return { ...none, outcome: result.outcome };
    case "refused":
      return { ...none, outcome: result.outcome, text: result.text ?? null };
    case "unclear":
      return { ...none, outcome: result.outcome, reason: result.reason };
  }
}
