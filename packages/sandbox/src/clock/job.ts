import type { Fault } from "../faults/fault.ts";
import type { DisputeMessage } from "../orders/dispute.ts";
import type { Outcome } from "../orders/order.ts";
import type { RefundSource, RefundState } from "../orders/refund.ts";

/** One outcome to deliver to the shop, or one requested repeat of it. */
export interface NotificationMessage {
  /** Counts the messages of the order from 1. */
  readonly number: number;
  readonly outcome: Outcome;
  /** The number of tries so far. */
  readonly tries: number;
  /** Faults for this message only, in addition to the standing ones. */
  readonly faults: readonly Fault[];
  /** Whether the message gets a single try. */
  readonly once?: boolean;
}

/** A job that the gateway has planned for an order. */
export type GatewayJob =
  | { readonly kind: "notify"; readonly message: NotificationMessage }
  /** A message of the dispute webhook. */
  | { readonly kind: "dispute"; readonly message: DisputeMessage }
  /** A fault reverses the outcome of the order. */
  | { readonly kind: "late_outcome"; readonly as: "paid" | "failed" }
  /** The first charge of a subscription is tried again. `attempt` is 2 for the first repetition. */
  | { readonly kind: "first_charge"; readonly attempt: number; readonly declinedBy: "card" | "fault" }
  /** A later cycle of a subscription; `attempt` is 1 for the first charge. */
  | { readonly kind: "cycle"; readonly cycle: number; readonly attempt: number }
  /** An accepted refund ends. */
  | {
      readonly kind: "refund_result";
      readonly refundId: string;
      readonly by: RefundSource;
      readonly as: Exclude<RefundState, "requested">;
    }
  /** The order expires because the buyer did not pay in time. */
  | { readonly kind: "expire" };

export type GatewayJobOf<Kind extends GatewayJob["kind"]> = Extract<GatewayJob, { kind: Kind }>;

export interface PlannedJob {
  readonly id: number;
  readonly orderRow: number;
  /** Milliseconds since 1970 on the sandbox's clock. */
  readonly due: number;
  /** Whether the job is in progress: a try is running, or waits for the response to the sale. */
  readonly held: boolean;
  readonly job: GatewayJob;
}

export type PlannedJobOf<Kind extends GatewayJob["kind"]> = PlannedJob & { readonly job: GatewayJobOf<Kind> };
