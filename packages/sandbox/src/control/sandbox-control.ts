import type { FaultInput, FaultRule, FaultScopeInput } from "../faults/fault.ts";
import type { Delivery } from "../orders/order.ts";
import type { QuirkProfile } from "../quirks/quirk.ts";
import type {
  AdvanceOptions,
  ClockView,
  NotifyRequest,
  OrderDetails,
  OrderListResponse,
  OutcomeRequest,
  QuirksView,
  RejectedSale,
  SandboxEvent,
} from "./control-api-types.ts";

/** A length of time; the parts are added. */
export interface Duration {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
}

/** Merchants may use the same order ID. Without one, the latest order that has the number is meant. */
export interface MerchantFilter {
  readonly merchant?: string;
}

/**
 * All that can be done at the desk of a gateway, in its own process or, by `controlClient`, from any other. Everything
 * rejects with SandboxError: `unknown_order` when there is no such order, `bad_request` when a value is out of its
 * bounds, `wrong_state` when the order stands in the way, and for a client `unreachable`.
 */
export interface SandboxControl {
  /** The latest orders first, 50 unless `limit` says otherwise (at most 500). */
  latestOrders(page?: { readonly limit?: number; readonly before?: number }): Promise<OrderListResponse>;
  /** An order with its timeline. */
  story(orderId: string, of?: MerchantFilter): Promise<OrderDetails>;
  /**
   * Settles an order without its page, and settles one again that is settled or closed: a later success, a later
   * failure. Its notification follows; `nextDelivery` waits for it.
   */
  settle(orderId: string, how: OutcomeRequest & MerchantFilter): Promise<OrderDetails>;
  /** The gateway gives a pending order up and notifies `2`; of a running subscription, no further cycle is charged. */
  closeOrder(orderId: string, of?: MerchantFilter): Promise<OrderDetails>;
  /** A paid order is paid a second time, with another transaction id. */
  payAgain(orderId: string, of?: MerchantFilter): Promise<OrderDetails>;
  /** Tells the shop the order's last outcome again, now. Resolves with its deliveries when all of them are over. */
  notify(orderId: string, how?: NotifyRequest & MerchantFilter): Promise<readonly Delivery[]>;
  /**
   * The order's next finished delivery. Each is handed out once, the oldest first: one that is already over resolves
   * at once. The order need not exist yet. Waits for ever, or rejects with `timed_out` after `timeout` milliseconds,
   * and with `closed` when the sandbox is closed before.
   */
  nextDelivery(orderId: string, wait?: { readonly timeout?: number } & MerchantFilter): Promise<Delivery>;

  faults(): Promise<readonly FaultRule[]>;
  /** What stands for this scope afterwards, no more and no less. Resolves with all that stand. */
  setFaults(scope: FaultScopeInput, faults: readonly FaultInput[]): Promise<readonly FaultRule[]>;
  /** Clears one rule by its id (`unknown_fault`), or without one all of them. */
  clearFaults(id?: string): Promise<readonly FaultRule[]>;

  clock(): Promise<ClockView>;
  /**
   * Runs everything that becomes due, in order, and resolves when all of it is over, deliveries included; with `deliveries: "later"`
   * once it is booked and queued, and then the clock says how much is undelivered. Rejects with
   * `closed` when the sandbox is closed before: the clock is then where it got to, and the rest stays planned.
   */
  advance(by: Duration, how?: AdvanceOptions): Promise<ClockView>;
  /** The same, to a moment. Rejects with `clock_backwards` when it is past. */
  moveTo(time: Date | string): Promise<ClockView>;
  /** A frozen clock stands still until it is advanced: nothing is repeated, no cycle comes. */
  freeze(frozen?: boolean): Promise<ClockView>;

  quirks(): Promise<QuirksView>;
  /** For one merchant, or for all that have none of their own. */
  setQuirks(profile: QuirkProfile, of?: MerchantFilter): Promise<QuirksView>;

  /** The last submissions that were no sale, the latest first. */
  refusals(): Promise<readonly RejectedSale[]>;
  /**
   * All that happens from now on, until the signal says otherwise or the sandbox is closed. One that is 1000 lines
   * behind is dropped: in code it ends, and over HTTP it rejects with `closed`.
   */
  events(options?: { readonly signal?: AbortSignal }): AsyncIterable<SandboxEvent>;
}
