import type { FaultInput, FaultRule, FaultScopeInput } from "../faults/fault.ts";
import type { DisputeType } from "../orders/dispute.ts";
import type { Delivery } from "../orders/order.ts";
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

/** `POST orders/:n/resolve` */
export interface OutcomeRequest {
  readonly outcome: "paid" | "failed";
  /** The reason of the failure, at most 200 characters. */
  readonly reason?: string;
  /**
   * Every outcome belongs to an attempt with its own transaction id. `same` reuses the last id, so that a second outcome contradicts the
   * first.
   */
  readonly transaction?: "new" | "same";
}

/** `POST orders/:n/refund`: the gateway's staff refund a payment. Without an amount, everything that is left. */
export interface RefundRequest {
  /** Decimal text, in the currency of the order. */
  readonly amount?: string;
  /** The transaction that paid. Default: the latest one. */
  readonly transactionId?: string;
  readonly reason?: string;
}

/** `POST orders/:n/dispute`: a chargeback or an alert about a payment. */
export interface DisputeRequest {
  readonly type: Exclude<DisputeType, "refund">;
  /** Decimal text. Default: what was paid. */
  readonly amount?: string;
  /** The transaction that paid. Default: the latest one. */
  readonly transactionId?: string;
  /** A text for people. */
  readonly content?: string;
}

/** `PUT dispute-webhooks`. Without an address, the merchant gets no messages. */
export interface PutDisputeWebhookRequest {
  readonly merchant: string;
  readonly url?: string;
}

/** `GET dispute-webhooks`: the addresses by merchant. */
export interface DisputeWebhookList {
  readonly webhooks: Readonly<Record<string, string>>;
}

/** `POST orders/:n/notify` */
export interface NotifyRequest {
  /** Faults for this message only, in addition to the standing ones. */
  readonly faults?: readonly FaultInput[];
  /** The number of copies, sent at once from different connections: 1 by default, at most 100. */
  readonly copies?: number;
  /** `together`: all connections are opened first, then the last byte of all is sent at the same moment. */
  readonly released?: "together";
}

/** `PUT faults`: replaces all standing faults of this scope. */
export interface PutFaultsRequest {
  readonly scope: FaultScopeInput;
  readonly faults: readonly FaultInput[];
}

/** `GET faults` */
export interface FaultRuleList {
  readonly faults: readonly FaultRule[];
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

/** The options for advancing the clock. */
export interface AdvanceOptions {
  /** Whether notifications are sent in order while the clock moves, or all together afterwards. */
  readonly deliveries?: "in_turn" | "later" | undefined;
}

/** `POST clock`: exactly one of these. The response to an advance comes when all due jobs are over or queued. */
export type ClockRequest =
  | ({ readonly advance: number } & AdvanceOptions)
  | { readonly to: string }
  | { readonly frozen: boolean };

/** `GET quirks` */
export interface QuirksView extends ActiveQuirkProfiles {
  readonly profiles: readonly ({ readonly name: QuirkProfile } & GatewayBehaviour)[];
}

/** `PUT quirks`. Without a merchant it applies to all merchants without a profile of their own. */
export interface PutQuirksRequest {
  readonly profile: QuirkProfile;
  readonly merchant?: string;
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

/** `GET refusals`: the latest first. */
export interface RejectedSaleList {
  readonly refusals: readonly RejectedSale[];
}

/** `GET orders/:n/deliveries/next?after=&wait=`; 404 `timed_out` if no delivery ends in time. */
export interface NextDeliveryResponse {
  readonly delivery: Delivery;
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
