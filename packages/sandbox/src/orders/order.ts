import type { CardSummary } from "../card-outcome.ts";
import type { Fault } from "../faults/fault.ts";
import type { Merchant } from "../merchants.ts";
import type { Sale } from "../sale/check-sale.ts";
import type { DisputeType } from "./dispute.ts";
import type { ResolvedDeliveryTarget } from "./resolved-delivery-target.ts";

/** The state of an order after its last outcome. `closed`: it expired before anybody paid. */
export type OrderState = "pending" | "paid" | "failed" | "closed";
export type ReturnStatus = "succeeded" | "fail" | "processing";
/** `dropped`: a fault prevented the delivery. `own_address`: the target was the sandbox itself. */
export type DeliveryOutcome =
  | "ok"
  | "refused"
  | "timeout"
  | "unreachable"
  | "too_large"
  | "redirect"
  | "dropped"
  | "own_address";

/** The number of deliveries that an order keeps. */
export const maxStoredDeliveries = 100;

/** A finished delivery of a notification, or of a message of the dispute webhook. */
export interface Delivery {
  /** The number of the delivery, counted from 1 in each order. */
  readonly number: number;
  /** The number of the message, from 1: each outcome and each requested repeat is one. */
  readonly message: number;
  /** The number of the delivery within its message, from 1. Copies by a fault have the same number. */
  readonly try: number;
  /** Only of a message of the dispute webhook. */
  readonly dispute?: DisputeType;
  readonly transactionId: string;
  /** `returncode` of a notification: 00 or 2. `alert_status` of a message of the dispute webhook: 00 or 11. */
  readonly returncode: "00" | "2" | "11";
  /** When the delivery started, ISO 8601 in UTC. */
  readonly at: string;
  readonly outcome: DeliveryOutcome;
  readonly httpStatus?: number;
  /** The first 60 characters of the reply. */
  readonly reply?: string;
  readonly milliseconds: number;
}

/**
 * The next step of a buyer with a pending order. `none`: the first charge of a subscription was declined, and the gateway
 * tries it again without the buyer.
 */
export type BuyerStep = "checkout" | "methods" | "challenge" | "none";

/** The result in a notification: `returncode` 00, 2, or 2 because the order was closed. */
export type NotifiedResult = "paid" | "failed" | "closed";

/** The result of one attempt to pay, for the shop. */
export interface Outcome {
  readonly as: NotifiedResult;
  readonly transactionId: string;
  /** The paid amount as decimal text. `0.00` without success. */
  readonly paid: string;
  /** Only for a subscription: the cycle, 1 for the first. Missing if nothing was charged. */
  readonly cycle?: number | undefined;
  /** Only for a subscription: `0` if it is closed. */
  readonly enabled?: "0";
}

/** A transaction that paid. An order has several if it was paid again, or if later cycles were charged. */
export interface PaidTransaction {
  readonly transactionId: string;
  /** The paid amount as decimal text. */
  readonly amount: string;
  /** Milliseconds since 1970. */
  readonly paidAt: number;
  /** Only for a subscription: the cycle, 1 for the first. */
  readonly cycle?: number | undefined;
}

/** What an order and its view for the control API have in common. */
export interface OrderSummary {
  readonly orderId: string;
  /** The amount as the shop submitted it. */
  readonly amount: string;
  readonly currency: string;
  state: OrderState;
  /** The transaction of the last attempt, or of the next one. Twelve digits. */
  transactionId: string;
  card?: CardSummary;
  /** The alternative payment method in use. */
  method?: string;
  /** Why the order failed. */
  failure?: string;
  /** The `paymentStatus` of the buyer's last return. */
  returnedAs?: ReturnStatus;
  /** Why a strict gateway refuses this sale. Only if the profile `lenient` accepted it. */
  readonly strictProblems?: readonly string[];
  /** The latest 100. */
  deliveries: readonly Delivery[];
}

/** An accepted sale. Changed only inside `OrderStore.change`. */
export interface Order extends OrderSummary, Omit<Sale, "method" | "card" | "notifyUrl"> {
  readonly id: number;
  readonly merchant: Merchant;
  readonly notify: ResolvedDeliveryTarget;
  /** The payment method that the shop named. Empty if the buyer chooses. */
  readonly namedMethod: string;
  /** A random text that authenticates the buyer. */
  readonly pageId: string;
  /** The subscription ID of a subscription. */
  readonly subscriptionId?: string;
  /** The faults for the next sales when this one arrived. */
  readonly faults: readonly Fault[];
  readonly createdAt: number;
  step: BuyerStep;
  decidedAt?: number;
  /**
   * When the first cycle of the plan was paid. Later cycles are counted from this moment, whatever the later outcomes
   * are.
   */
  firstPaidAt?: number;
  /** The last outcome that the shop was or will be notified about. */
  outcome?: Outcome;
  /** All transactions that paid, oldest first. */
  paidTransactions?: readonly PaidTransaction[];
  /** Only for a subscription: whether no further cycle is charged. */
  subscriptionClosed?: boolean;
  /** The last page of the buyer, and the action there. */
  lastPage?: string;
  deliveryCount: number;
  messageCount: number;
  eventCount: number;
  /** When the earliest scheduled delivery is due. */
  nextDeliveryAt?: number | undefined;
}
