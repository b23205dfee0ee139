import type { CardSummary } from "../card-outcome.ts";
import type { Fault } from "../faults/fault.ts";
import type { Merchant } from "../merchants.ts";
import type { SubmittedItem } from "../sale/product-list.ts";
import type { SubscriptionPlan } from "../sale/subscription-plan.ts";
import type { NotifyTarget } from "./notify-target.ts";

/** How the order stands by its last settlement. `closed`: the gateway gave it up before anybody paid. */
export type OrderState = "pending" | "paid" | "failed" | "closed";
export type ReturnStatus = "succeeded" | "fail" | "processing";
/** `dropped`: a fault kept it from being sent. `own_address`: it would have gone to the sandbox itself. */
export type DeliveryOutcome =
  | "ok"
  | "refused"
  | "timeout"
  | "unreachable"
  | "too_large"
  | "redirect"
  | "dropped"
  | "own_address";

/** One finished try of a notification. */
export interface Delivery {
  /** Counts the deliveries of the order from 1. */
  readonly number: number;
  /** Which of the order's messages it was: each outcome, and each repeat that was asked for, is one. From 1. */
  readonly message: number;
  /** Which try of its message: 1 for the first. Copies that a fault made share it. */
  readonly try: number;
  readonly transactionId: string;
  readonly returncode: "00" | "2";
  /** When the try began, ISO 8601 in UTC. */
  readonly at: string;
  readonly outcome: DeliveryOutcome;
  readonly httpStatus?: number;
  /** The first 60 characters of the reply. */
  readonly reply?: string;
  readonly milliseconds: number;
}

/** Where the buyer stands: what the payment pages may do next with a pending order. */
export type BuyerStep = "checkout" | "methods" | "challenge";

/** What a notification says of the money: `returncode` 00, 2, or 2 because the order was closed. */
export type OutcomeState = "paid" | "failed" | "closed";

/** What the shop is told of the money: one attempt to pay, and how it ended. */
export interface Outcome {
  readonly as: OutcomeState;
  readonly transactionId: string;
  /** What was paid, as decimal text; `0.00` unless it succeeded. */
  readonly paid: string;
  /** Of a subscription: 1 for the first; none where nothing was charged. */
  readonly cycle?: number;
  /** Of a subscription: that it is closed. */
  readonly enabled?: "0";
}

/** One accepted sale, and what became of it. Written to inside `Book.change` only. */
export interface Order {
  readonly id: number;
  readonly orderId: string;
  readonly merchant: Merchant;
  readonly amount: string;
  readonly currency: string;
  readonly items: readonly SubmittedItem[];
  readonly shopUrl: string;
  readonly callbackUrl: string;
  readonly notify: NotifyTarget;
  readonly plan?: SubscriptionPlan;
  readonly appScheme: string;
  /** `pay_language`: which language the buyer's pages speak. Orders of earlier versions have none. */
  readonly language?: string;
  /** The method the shop named; empty when the buyer chooses. */
  readonly namedMethod: string;
  /** Unguessable: whoever has it may act as the buyer. */
  readonly pageId: string;
  /** The subscription ID of a subscription. */
  readonly subscriptionId?: string;
  /** Faults that were meant for the next sales when this one came. */
  readonly faults: readonly Fault[];
  readonly createdAt: number;
  /** Of the last attempt, or of the one to come. */
  transactionId: string;
  step: BuyerStep;
  state: OrderState;
  /** Why it failed, in words for the buyer. */
  failure?: string;
  card?: CardSummary;
  method?: string;
  settledAt?: number;
  /** When the first cycle of its plan was paid: the later ones are counted from here, whatever is settled again. */
  firstPaidAt?: number;
  /** The last outcome the shop was or will be told. */
  outcome?: Outcome;
  /** Of a subscription: that no further cycle is charged. */
  subscriptionClosed?: boolean;
  returnedAs?: ReturnStatus;
  /** The last page the buyer was seen on, and what was done there. */
  lastPage?: string;
  /** The latest 100. */
  deliveries: readonly Delivery[];
  deliveryCount: number;
  messageCount: number;
  eventCount: number;
  /** The earliest try that is planned. */
  nextDeliveryAt?: number;
}
