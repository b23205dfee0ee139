import type { CardMark } from "../cards.ts";
import type { Merchant } from "../merchants.ts";
import type { NotifyTarget } from "../notifier/notify-target.ts";
import type { Item } from "../sale-desk/product-list.ts";
import type { Plan } from "../sale-desk/subscription-plan.ts";

/** How the order stands by its last settlement. `closed`: the gateway gave it up before anybody paid. */
export type OrderState = "pending" | "paid" | "failed" | "closed";
export type PaymentStatus = "succeeded" | "fail" | "processing";
/** `dropped`: a fault kept it from being sent. */
export type DeliveryOutcome =
  | "ok"
  | "refused"
  | "timeout"
  | "unreachable"
  | "too_large"
  | "redirect"
  | "dropped";

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
export type Step = "checkout" | "methods" | "challenge";

/** One accepted sale, and what became of it. Only the book, the till and the notifier write to it. */
export interface Order {
  readonly orderNumber: string;
  readonly merchant: Merchant;
  readonly amount: string;
  readonly currency: string;
  readonly items: readonly Item[];
  readonly shopUrl: string;
  readonly callbackUrl: string;
  readonly notify: NotifyTarget;
  readonly plan?: Plan;
  readonly appScheme: string;
  /** The method the shop named; empty when the buyer chooses. */
  readonly namedMethod: string;
  /** Unguessable: whoever has it may act as the buyer. */
  readonly pageId: string;
  readonly transactionId: string;
  /** The master order number of a subscription. */
  readonly subscriptionId?: string;
  readonly createdAt: number;
  step: Step;
  state: OrderState;
  /** Why it failed, in words for the buyer. */
  failure?: string;
  card?: CardMark;
  method?: string;
  settledAt?: number;
  returnedAs?: PaymentStatus;
  readonly deliveries: Delivery[];
  nextDeliveryAt?: number;
}
