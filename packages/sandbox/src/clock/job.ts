import type { Fault } from "../faults/fault.ts";
import type { Outcome } from "../orders/order.ts";

/** One outcome on its way to the shop, or one repeat of it that was asked for. */
export interface NotificationMessage {
  /** Counts the messages of the order from 1. */
  readonly number: number;
  readonly outcome: Outcome;
  /** Tries so far. */
  readonly tries: number;
  /** For this message only, beside those that stand. */
  readonly faults: readonly Fault[];
  /** One try and no more. */
  readonly once?: boolean;
}

/** What the gateway has planned for an order. */
export type GatewayJob =
  | { readonly kind: "notify"; readonly message: NotificationMessage }
  /** A fault turns the order round. */
  | { readonly kind: "settle"; readonly as: "paid" | "failed" }
  /** A later cycle of a subscription; `attempt` is 1 for the first charge. */
  | { readonly kind: "cycle"; readonly cycle: number; readonly attempt: number }
  /** Nobody paid in time. */
  | { readonly kind: "expire" };

export interface PlannedJob {
  readonly id: number;
  readonly orderRow: number;
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly due: number;
  /** Somebody is at it: a try of it is on its way, or waits for the answer to the sale. */
  readonly held: boolean;
  readonly job: GatewayJob;
}
