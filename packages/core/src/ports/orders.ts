import type { AmountDue, CheckedAmount } from "../payment/amount-due.ts";
import { type Attempt, expectedAmountsOf } from "../payment/attempt.ts";
import { transactionsPaying } from "../payment/derive-attempt-state.ts";
import type { JobProblem } from "../payment/job.ts";
import type { RefundedOrder } from "../payment/refunded-order.ts";
import type { Money } from "../protocol/money/money.ts";
import type { Variant } from "../protocol/sale/sale.ts";

/** What a host may know of a payment. */
export interface PaidPayment {
  readonly orderNumber: string;
  readonly tenant: string;
  readonly reference: string;
  readonly variant: Variant;
  readonly merchantId: string;
  /** What the order costs, and of a subscription each cycle but the first. */
  readonly money: Money;
  /** What was to be charged now: with `firstPeriodAmount` that, else the same. */
  readonly paid: Money;
  /** The gateway's transaction; undefined when an operator accepted the payment on other proof. */
  readonly transactionId: string | undefined;
  /** The JSON that the host froze at start. */
  readonly host: unknown;
}

/** One effect that the host must apply. It comes at least once; `key` is the same each time. */
interface OrderPortRequest {
  readonly key: string;
  /** The sale; of a subscription the one that began it. */
  readonly payment: PaidPayment;
}

interface SubscriptionRequest<Tx> extends OrderPortRequest {
  /**
   * Ends the work as part of the host's own transaction. Throws if the work was done before: let the error roll the
   * transaction back and leave `renew`, `closed` or `missed` with it. Core recognizes it.
   */
  finish(tx: Tx, placed?: string): Promise<void>;
}

/**
 * A paid sale, whose order the host places. The host cannot answer that it placed the order without a `CheckedAmount`, and gets
 * one only from `finish` or `checkAmountDue`. Both compare the amount due with `payment.money` (LED-DUE) and throw if the amounts
 * differ or the order is missing. Let that error roll everything back and leave `apply` with it: core recognizes it and opens
 * the review item.
 */
export interface PlaceOrderRequest<Tx = never> extends OrderPortRequest {
  readonly kind: "paid";
  /**
   * For a host with a transaction. Ends the work as part of it, then calls `amountDue`, which reads in the same transaction.
   * Call it before the transaction writes the order. Throws also if the work was done before.
   */
  finish(tx: Tx, amountDue: AmountDue, placed?: string): Promise<CheckedAmount>;
  /**
   * For a host without a transaction for the whole. Call it before the order is placed and again in each repeat; if the order is
   * already placed, with the amount that it was placed for.
   */
  checkAmountDue(due: Money | undefined): CheckedAmount;
}

/** What a host may know of a subscription. */
export interface SubscriptionDetails {
  readonly planId: string;
  readonly planType: "weekly" | "monthly" | "quarterly" | "yearly";
  /** How many cycles are charged in all. */
  readonly totalCount: number;
  /** The gateway's master order number; undefined while no notification has named one. */
  readonly masterId: string | undefined;
  /** What the host made of the first payment, as it told `finish` or `apply`. */
  readonly placed: string | undefined;
}

/** A later cycle that was paid. */
export interface PaidCycle {
  /** 2 or more: the first is the sale. */
  readonly number: number;
  /** What a cycle costs; staff may have accepted it with another sum. */
  readonly money: Money;
  /** The gateway's transaction; undefined when an operator accepted the cycle on other proof. */
  readonly transactionId: string | undefined;
  /** When the plan says that it is charged. */
  readonly dueAt: Date;
}

/** A renewal: one order for one paid cycle. It comes once the first payment is placed, the cycles in any order. */
export interface PlaceRenewalRequest<Tx = never> extends SubscriptionRequest<Tx> {
  readonly kind: "cycle";
  readonly subscription: SubscriptionDetails;
  readonly cycle: PaidCycle;
}

/** The gateway reported that no further cycle is charged. Cycles that were charged before may still be reported. */
export interface SubscriptionClosedReport<Tx = never> extends SubscriptionRequest<Tx> {
  readonly kind: "closed";
  readonly subscription: SubscriptionDetails;
  readonly closedAt: Date;
}

/** A cycle that should have been paid by now. It may still come, and is then renewed like any other. */
export interface CycleOverdueReport<Tx = never> extends SubscriptionRequest<Tx> {
  readonly kind: "missed";
  readonly subscription: SubscriptionDetails;
  readonly cycle: Pick<PaidCycle, "number" | "dueAt">;
}

/** An operator recorded a refund of an order's money. The host adds it to its own records of the order. */
export interface SyncRefundRequest<Tx = never> extends OrderPortRequest {
  readonly kind: "book-refund";
  /** The order with all its refunds: also those of other jobs, which the host may have booked before. */
  readonly order: RefundedOrder;
  /** As `finish` of a subscription's effects. */
  finish(tx: Tx): Promise<void>;
}

/** The host cannot place the order and trying again will not help. The payment stays paid; staff get an item. */
export interface OrderRefusal {
  readonly refused: JobProblem;
}

/** What the host answers to an effect. `placed` is the id of the order that it made. */
export type OrderPortAnswer = { readonly done: true; readonly placed?: string } | OrderRefusal;

/** What the host answers to a paid sale. `amount` proves that core compared the amount due. */
export type PlaceOrderAnswer = {
  readonly done: true;
  readonly placed?: string;
  readonly amount: CheckedAmount;
};

/**
 * The shop's side. A throw means "again later", with back-off. A host with transactions of its own hands one to `finish`; one that
 * places orders by other means makes sure that a `key` it has seen places nothing, and returns `done`.
 */
export interface OrderPort<Tx = never> {
  apply(work: PlaceOrderRequest<Tx>): Promise<PlaceOrderAnswer | OrderRefusal>;
  /** Left out by a host that makes no renewals: each paid cycle becomes an item then. */
  renew?(work: PlaceRenewalRequest<Tx>): Promise<OrderPortAnswer>;
  /** Left out by a host that does not want to be told; the status tells all the same. */
  closed?(work: SubscriptionClosedReport<Tx>): Promise<OrderPortAnswer>;
  /** As `closed`; a missing cycle is an item in any case. */
  missed?(work: CycleOverdueReport<Tx>): Promise<OrderPortAnswer>;
  /** Left out by a host that books no refunds of its own. It books what its records lack, so a repeat changes nothing. */
  bookRefunds?(work: SyncRefundRequest<Tx>): Promise<OrderPortAnswer>;
}

export function toPaidPayment(payment: Attempt): PaidPayment {
  const { orderNumber, tenant, reference, variant, merchantId, money, host } = payment;
  const terms = expectedAmountsOf(payment);
  const [transactionId] = transactionsPaying(terms, payment.facts).flat();
  const paid = terms.trueAmount;
  return { orderNumber, tenant, reference, variant, merchantId, money, paid, transactionId, host };
}
