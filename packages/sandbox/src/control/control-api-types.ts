import type { OrderEvent } from "../orders/order-event.ts";
import type { OrderView } from "../orders/order-view.ts";
import type { RefundView } from "../orders/refund.ts";
import type { ActiveQuirkProfiles, GatewayBehaviour, QuirkProfile } from "../quirks/quirk.ts";
import type { SignatureMismatch } from "../signature-diagnosis/signature-mismatch.ts";

// The types of the control API under /_sandbox. Times are ISO 8601 in UTC on the sandbox's clock.

/** An order with its events. */
export interface OrderDetails extends OrderView {
  /** The events, oldest first; only the latest 500 of an order with more. */
  readonly timeline: readonly OrderEvent[];
  /** The accepted refunds, oldest first. */
  readonly refunds: readonly RefundView[];
  /** Whether the order can be closed now: it is pending, or it is a running subscription. */
  readonly canClose: boolean;
  /** The next event without further action, as text. */
  readonly next: string;
}

/** `GET orders`: the latest orders first. For the next page, set `before` to the `position` of the last order. */
export interface OrderListResponse {
  readonly orders: readonly OrderView[];
  readonly total: number;
  /** The value of `before` for the next page; absent on the last page. */
  readonly before?: number;
}

/** `GET clock`, and the response to moving the clock. */
export interface ClockView {
  readonly now: string;
  readonly frozen: boolean;
  /** The due time of the next job. */
  readonly nextDueAt?: string;
  /** The number of planned jobs. */
  readonly planned: number;
  /** The number of notifications that are due and that no shop has accepted yet. */
  readonly undelivered: number;
}

/** `GET quirks` */
export interface QuirksView extends ActiveQuirkProfiles {
  readonly profiles: readonly ({ readonly name: QuirkProfile } & GatewayBehaviour)[];
}

/** A submission that the gateway rejected. The last 50 are stored, in memory. */
export interface RejectedSale {
  readonly number: number;
  readonly at: string;
  /** The message that the shop received. */
  readonly message: string;
  readonly orderId?: string;
  readonly merchantId?: string;
  /** The fields as received, in their order; card fields are masked. */
  readonly fields: Readonly<Record<string, string>>;
  /** Present if the merchant is known and the sign does not match. */
  readonly signature?: SignatureMismatch;
}

/** One event of `GET events`: a server-sent event whose `id` is `number` and whose `data` is this object as JSON. */
export type SandboxEvent = {
  readonly number: number;
  readonly at: string;
  /** The event as one line of text. */
  readonly says: string;
} & (
  | {
      readonly type: "order";
      readonly orderId: string;
      readonly merchantId: string;
      readonly event: OrderEvent;
    }
  | { readonly type: "refused"; readonly refusal: number }
  | { readonly type: "faults" }
  | { readonly type: "quirks" }
  | { readonly type: "clock" }
  | { readonly type: "trouble" }
);
