import type { FaultInput, FaultRule, FaultScopeInput } from "../faults/fault.ts";
import type { Delivery } from "../orders/order.ts";
import type { OrderEvent } from "../orders/order-event.ts";
import type { OrderView } from "../orders/order-view.ts";
import type { GatewayBehaviour, QuirkProfile, QuirkSelection } from "../quirks/quirk.ts";
import type { SignatureMismatch } from "../signature-diagnosis/signature-mismatch.ts";

// What goes over the control API, under /_sandbox. Times are ISO 8601 in UTC by the sandbox's clock.

/** An order with all that happened to it. */
export interface OrderDetails extends OrderView {
  /** The oldest first; of an order with very many, the latest 500. */
  readonly timeline: readonly OrderEvent[];
  /** Whether it can be closed now: it is pending, or a subscription that runs. */
  readonly canClose: boolean;
  /** What will happen if nobody does anything, in words. */
  readonly next: string;
}

/** `GET orders`: the latest first. `before` of the next page is the `position` of this one's last. */
export interface OrderListResponse {
  readonly orders: readonly OrderView[];
  readonly total: number;
  /** Ask for it with `before`; absent on the last page. */
  readonly before?: number;
}

/** `POST orders/:n/settle` */
export interface OutcomeRequest {
  readonly outcome: "paid" | "failed";
  /** Why it failed, at most 200 characters. */
  readonly reason?: string;
  /**
   * Every settlement is an attempt with a transaction id of its own. `same` keeps the last one instead, which makes a
   * second outcome contradict the first.
   */
  readonly transaction?: "new" | "same";
}

/** `POST orders/:n/notify` */
export interface NotifyRequest {
  /** Faults for this message only, beside those that stand. */
  readonly faults?: readonly FaultInput[];
  /** At once and from different connections, 1 by default, at most 100. */
  readonly copies?: number;
  /** `together`: all connections are opened first, and the last byte of all is sent in one moment. */
  readonly released?: "together";
}

/** `PUT faults`: what stands for this scope afterwards, no more and no less. */
export interface PutFaultsRequest {
  readonly scope: FaultScopeInput;
  readonly faults: readonly FaultInput[];
}

/** `GET faults` */
export interface FaultList {
  readonly faults: readonly FaultRule[];
}

/** `GET clock`, and the answer when it was moved. */
export interface ClockView {
  readonly now: string;
  readonly frozen: boolean;
  /** When the next planned thing is due. */
  readonly nextDueAt?: string;
  /** How many things are planned. */
  readonly planned: number;
  /** How many notifications are under way: those whose time has come, and that no shop has taken yet. */
  readonly undelivered: number;
}

/** How to advance the clock. */
export interface AdvanceOptions {
  /** Notifications go out in their turn while the clock moves, or all together afterwards. */
  readonly deliveries?: "in_turn" | "later" | undefined;
}

/** `POST clock`: exactly one of them. Advancing answers when all that became due is over, or is queued. */
export type ClockRequest =
  | ({ readonly advance: number } & AdvanceOptions)
  | { readonly to: string }
  | { readonly frozen: boolean };

/** `GET quirks` */
export interface QuirksView extends QuirkSelection {
  readonly profiles: readonly ({ readonly name: QuirkProfile } & GatewayBehaviour)[];
}

/** `PUT quirks`; without a merchant, for all that have none of their own. */
export interface PutQuirksRequest {
  readonly profile: QuirkProfile;
  readonly merchant?: string;
}

/** A submission that was no sale. The last 50 are kept, in memory. */
export interface RejectedSale {
  readonly number: number;
  readonly at: string;
  /** What the shop was told. */
  readonly message: string;
  readonly orderId?: string;
  readonly merchantId?: string;
  /** As they came, in their order; card fields are masked. */
  readonly fields: Readonly<Record<string, string>>;
  /** Present when the merchant is known and the sign does not match. */
  readonly signature?: SignatureMismatch;
}

/** `GET refusals`: the latest first. */
export interface RejectedSaleList {
  readonly refusals: readonly RejectedSale[];
}

/** `GET orders/:n/deliveries/next?after=&wait=`; 404 `timed_out` when none came in time. */
export interface NextDeliveryResponse {
  readonly delivery: Delivery;
}

/** One line of `GET events`: server-sent events whose `id` is `number` and whose `data` is this as JSON. */
export type SandboxEvent = {
  readonly number: number;
  readonly at: string;
  /** In words, one line. */
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
