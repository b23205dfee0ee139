import type { FaultInput, FaultRule, FaultScopeInput } from "../faults/fault.ts";
import type { Delivery } from "../orders/order.ts";
import type { QuirkProfile } from "../quirks/quirk.ts";
import type {
  ClockView,
  OrderDetails,
  OrderListResponse,
  QuirksView,
  RejectedSale,
  SandboxEvent,
} from "./control-api-types.ts";
import type {
  AdvanceOptions,
  DisputeRequest,
  NotifyRequest,
  OutcomeRequest,
  RefundRequest,
  StatementPeriod,
} from "./request-schemas.ts";

/** A duration; its parts are added. */
export interface Duration {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
}

/** Selects the merchant, because merchants may use the same order ID. Without it, the latest order with the ID is used. */
export interface MerchantFilter {
  readonly merchant?: string | undefined;
}

/**
 * The control of a gateway, in its own process or, with `createControlClient`, in any other. All methods reject with SandboxError:
 * `unknown_order` if the order does not exist, `bad_request` if a value is out of range, `wrong_state` if the order's state does not allow
 * the call, and for a client `unreachable`.
 */
export interface SandboxControl {
  /** Returns the latest orders first: 50, or `limit` (at most 500). */
  latestOrders(page?: {
    readonly limit?: number | undefined;
    readonly before?: number | undefined;
  }): Promise<OrderListResponse>;
  /** Returns an order with its timeline. */
  orderDetails(orderId: string, of?: MerchantFilter): Promise<OrderDetails>;
  /**
   * Sets the outcome of an order without its page. Also changes the outcome of an order that has one or is closed: a later success, a later
   * failure. The notification follows; `nextDelivery` waits for it.
   */
  resolve(orderId: string, how: OutcomeRequest & MerchantFilter): Promise<OrderDetails>;
  /** Closes a pending order and notifies `2`. For a running subscription, no further cycle is charged. */
  closeOrder(orderId: string, of?: MerchantFilter): Promise<OrderDetails>;
  /** Pays a paid order a second time, with another transaction id. */
  payAgain(orderId: string, of?: MerchantFilter): Promise<OrderDetails>;
  /** Refunds a payment in place of the gateway's staff. It ends on the clock, as a refund that the shop requests. */
  refund(orderId: string, how?: RefundRequest & MerchantFilter): Promise<OrderDetails>;
  /** Reports a chargeback or an alert about a payment to the merchant's dispute webhook. */
  dispute(orderId: string, how: DisputeRequest & MerchantFilter): Promise<OrderDetails>;
  /** Repeats the notification about the order's last outcome now. Resolves with its deliveries when all of them are over. */
  notify(orderId: string, how?: NotifyRequest & MerchantFilter): Promise<readonly Delivery[]>;
  /**
   * Returns the order's next finished delivery. Each delivery is returned once, oldest first; if one is already over, the call resolves
   * immediately. The order does not need to exist yet. Waits without limit, or rejects with `timed_out` after `timeout` milliseconds, and
   * with `closed` if the sandbox is closed before.
   */
  nextDelivery(orderId: string, wait?: { readonly timeout?: number } & MerchantFilter): Promise<Delivery>;
  /** Returns the statement of a period as CSV in UTF-8, as a back office exports it: sales, refunds and chargebacks. */
  statement(of: StatementPeriod): Promise<string>;

  /** Returns the address of each merchant's dispute webhook, by merchant. */
  disputeWebhooks(): Promise<Readonly<Record<string, string>>>;
  /** Sets the address of a merchant's dispute webhook, or removes it. Rejects with `unknown_merchant`. Resolves with all addresses. */
  setDisputeWebhook(merchant: string, url?: string): Promise<Readonly<Record<string, string>>>;

  faults(): Promise<readonly FaultRule[]>;
  /** Replaces all standing faults of this scope. Resolves with all standing faults. */
  setFaults(scope: FaultScopeInput, faults: readonly FaultInput[]): Promise<readonly FaultRule[]>;
  /** Clears the rule with this id (`unknown_fault`), or all rules without an id. */
  clearFaults(id?: string): Promise<readonly FaultRule[]>;

  clock(): Promise<ClockView>;
  /**
   * Runs everything that becomes due, in order, and resolves when it is over, including deliveries. With `deliveries: "later"` it resolves
   * once the orders are changed and the notifications are queued; the clock then reports the number of undelivered ones. Rejects with
   * `closed` if the sandbox is closed before: the clock then stays at the time it reached, and the rest stays planned.
   */
  advance(by: Duration, how?: AdvanceOptions): Promise<ClockView>;
  /** Advances the clock to a time. Rejects with `clock_backwards` if it is in the past. */
  moveTo(time: Date | string): Promise<ClockView>;
  /** Freezes the clock until it is advanced: no notification is repeated, no cycle is charged. */
  freeze(frozen?: boolean): Promise<ClockView>;

  quirks(): Promise<QuirksView>;
  /** Sets the profile of one merchant, or of all merchants without a profile of their own. */
  setQuirks(profile: QuirkProfile, of?: MerchantFilter): Promise<QuirksView>;

  /** Returns the last rejected submissions, latest first. */
  refusals(): Promise<readonly RejectedSale[]>;
  /**
   * Yields all events from now on, until the signal aborts or the sandbox is closed. A reader that is 1000 events behind is dropped: in the
   * same process the iteration ends, and over HTTP it rejects with `closed`.
   */
  events(options?: { readonly signal?: AbortSignal }): AsyncIterable<SandboxEvent>;
}
