import type { GatewayRefund } from "../payment/gateway-refunds.ts";
import type { RefusalProblem } from "../payment/order-refusals.ts";
import type { AmountDueComparedProof, FindAmountDue } from "../payment/placed-order.ts";
import type { RefundedOrder } from "../payment/returned-money.ts";
import type { Money } from "../protocol/money/money.ts";
import type { DisputeKind, DisputeMessageResult } from "../protocol/operations/dispute-notification.ts";
import type { Sale } from "../protocol/sale/sale.ts";
import type { PaidPayment } from "./paid-payment.ts";

/**
 * Runs a function of the shop, and waits for it at most `hookTimeout`. `name` is what staff know it as. Throws what the function throws,
 * and `hook_timeout` if it does not end in time: let this error roll the transaction back. What the function does later must not count.
 */
export type RunHook = <Result>(name: string, hook: () => Result | Promise<Result>) => Promise<Result>;

/** One effect that the shop must apply. Core calls the order port at least once for each effect. */
interface OrderPortRequest {
  /** Identifies the effect. It is the same in each repeat, and different for each other effect. */
  readonly key: string;
  /** The paid attempt. For a later cycle, the attempt that started the subscription. */
  readonly payment: PaidPayment;
  readonly runHook: RunHook;
}

/** One report to the shop, or one renewal. */
interface CompletableRequest<Tx> extends OrderPortRequest {
  /**
   * Completes the job inside the host's own transaction `tx`.
   *
   * Throws if the job was completed before. Let this error roll the transaction back, and throw it on from the function of the
   * port. Core recognizes it, and does not count it as a failure.
   */
  complete(tx: Tx): Promise<void>;
}

/**
 * A paid sale, whose order the host places. To answer that it placed the order, the host needs an `AmountDueComparedProof` from `complete`
 * or `checkAmountDue`. Both compare the amount due with `payment.amount` (ENG-DUE), and throw if the amounts differ or the order
 * is missing. Let this error roll everything back, and throw it on from `placeOrder`. Core recognizes it and opens the review item.
 */
export interface PlaceOrderRequest<Tx = never> extends OrderPortRequest {
  /**
   * Completes the job inside the host's own transaction `tx`, then calls `amountDue`, which must read in the same transaction.
   * Call it before the transaction writes the order. `orderId` is the id of the order. Throws also if the job was completed
   * before: then the order is already placed, and the transaction must roll back.
   */
  complete(tx: Tx, amountDue: FindAmountDue, orderId?: string): Promise<AmountDueComparedProof>;
  /**
   * Compares the amount due, for a host without one transaction for everything. Call it before you place the order, and again in
   * each repeat. If the order is already placed, pass the amount that it was placed for. `undefined`: there is no such order.
   */
  checkAmountDue(due: Money | undefined): AmountDueComparedProof;
}

/** A subscription, as the shop sees it. */
export interface SubscriptionDetails {
  readonly planId: string;
  readonly planType: "weekly" | "monthly" | "quarterly" | "yearly";
  /** The number of all cycles, the first included. */
  readonly totalCount: number;
  /** The gateway's id of the subscription. Undefined until a notification names it. */
  readonly gatewaySubscriptionId: string | undefined;
  /** The id of the order that the host placed for the first cycle. */
  readonly firstOrderId: string | undefined;
}

/** A paid later cycle. */
export interface PaidCycle {
  /** 2 or more, because cycle 1 is the sale. */
  readonly number: number;
  /** The price of a cycle in minor units. An operator can have accepted a different charge. */
  readonly amount: Money;
  /** The id of the gateway's transaction. Undefined if an operator accepted the cycle on other proof. */
  readonly transactionId: string | undefined;
  /** When the plan charges the cycle. */
  readonly dueAt: Date;
}

/** A renewal: one order for one paid later cycle. It comes after the first order is placed. Cycles come in any order. */
export interface PlaceRenewalRequest<Tx = never> extends OrderPortRequest {
  /** Completes the job inside the host's own transaction, as `CompletableRequest`. `orderId` is the id of the renewal. */
  complete(tx: Tx, orderId?: string): Promise<void>;
  readonly subscription: SubscriptionDetails;
  readonly cycle: PaidCycle;
}

/** A closed subscription: the gateway charges no further cycle. It can still report cycles that it charged before. */
export interface SubscriptionClosedReport<Tx = never> extends CompletableRequest<Tx> {
  readonly subscription: SubscriptionDetails;
  readonly closedAt: Date;
}

/** A declined charge of a later cycle. The gateway can try it again, so the cycle can still be paid. */
export interface FailedCycle extends Pick<PaidCycle, "number" | "amount" | "dueAt"> {
  /** The gateway's id of the declined charge. Empty if the gateway sent none. */
  readonly transactionId: string;
  /** When the notification of the declined charge arrived. */
  readonly declinedAt: Date;
}

/** A later cycle whose charge was declined (CYC-FAILED). Each declined charge is one report. */
export interface CycleFailedReport<Tx = never> extends CompletableRequest<Tx> {
  readonly subscription: SubscriptionDetails;
  readonly cycle: FailedCycle;
}

/** An overdue cycle: it should be paid by now. It can still be paid, and then gets its renewal. */
export interface CycleOverdueReport<Tx = never> extends CompletableRequest<Tx> {
  readonly subscription: SubscriptionDetails;
  readonly cycle: Pick<PaidCycle, "number" | "dueAt">;
}

/** A chargeback, an alert or another message of the dispute webhook (DSP-ITEM). The state of the payment does not change by itself. */
export interface DisputeReport<Tx = never> extends CompletableRequest<Tx> {
  /** The later cycle of a subscription that the disputed charge paid. Undefined: the sale. */
  readonly cycle: number | undefined;
  /** The id of the order that the host placed for the charge. Undefined if none is placed, or the host returned no id. */
  readonly orderId: string | undefined;
  readonly dispute: DisputeDetails;
}

/** A refund of an order that an operator recorded or the gateway reported. The host adds it to its own records of the order (ENG-REFUND). */
export interface SyncRefundRequest<Tx = never> extends CompletableRequest<Tx> {
  /** The order with all its refunds. The host can have recorded some of them before. */
  readonly order: RefundedOrder;
}

/** A refund through the gateway that has ended: the money went back, or it did not (RFD-STATE). */
export interface RefundEndedReport<Tx = never> extends CompletableRequest<Tx> {
  /** The later cycle whose charge it gives back. Undefined for the sale. */
  readonly cycle: number | undefined;
  readonly refund: EndedRefund;
}

/** A refund through the gateway that has ended. */
export type EndedRefund = GatewayRefund & { readonly state: "succeeded" | "failed" };

/**
 * A refusal: the host cannot apply the effect, and repeating it does not help. The payment stays paid, and core opens a review item
 * with the code and the message (ENG-PLACED). Roll back before you refuse: the effect must not have happened.
 */
export interface OrderRefusal {
  /** The reason, for staff. Core masks the texts. */
  readonly refused: RefusalProblem;
}

/** The order that the host placed, now or before. */
export interface PlacedAnswer {
  /** `id`: the id of the order, if the host has one. */
  readonly placed: { readonly id?: string | undefined };
}

/** The host's answer to a paid sale: the order is placed, now or before. */
export interface PlaceOrderAnswer extends PlacedAnswer {
  /** The proof that core compared the amount due, from `complete` or `checkAmountDue` of this request. */
  readonly amount: AmountDueComparedProof;
}

/** The host's answer to a report or a refund: the effect has happened, now or before. */
export interface DoneAnswer {
  readonly done: true;
}

/** The host's answer to any effect. */
export type OrderPortAnswer = PlacedAnswer | DoneAnswer | OrderRefusal;

/** The order for which a payment link is made or opened. */
export interface LinkSaleRequest {
  readonly tenant: string;
  readonly reference: string;
  /** The part of the payment that the sale pays (ENG-PART). It was read before the call, so that no amount is charged twice. */
  readonly part: number;
  /** What the operator asked for, or what was due when the link was made. Undefined: whatever is due. A shop with orders ignores it. */
  readonly amount: Money | undefined;
  /** Whether a buyer pays now. Otherwise the sale is only displayed and checked: change nothing. */
  readonly isOpened: boolean;
}

type HostedSale = Extract<Sale, { variant: "hosted" }>;

/** What a shop sells at a payment link. `part`: that of the request, only for an order that is placed. Core adds the buyer's browser. */
export type LinkSale = Omit<HostedSale, "variant" | "tenant" | "reference" | "buyer"> & {
  readonly buyer: Omit<HostedSale["buyer"], "ip" | "userAgent">;
  /** Default: `link` if a merchant has it, otherwise `hosted`. */
  readonly variant?: "link" | "hosted" | undefined;
};

/**
 * The order port: what core asks of the shop. Each function applies one effect.
 *
 * **At least once.** Core repeats a call until its job is completed: after an error, or after the process was killed. Core lets
 * one process at a time run a job. A lost lease can lead to two runs at once, so `key` must guard the effect:
 *
 * - A host with its own transactions passes the transaction to `complete`. The effect and the completed job then commit together,
 *   so the effect happens exactly once.
 * - A host without them stores `key` with the effect. If it has seen the `key`, it changes nothing and returns the same
 *   answer.
 *
 * **Answers.** `placed`, `done`: the effect has happened. `refused`: it has not happened and must not be repeated; core opens a review
 * item, from which staff can retry it.
 *
 * **Errors.** A thrown error means that the outcome is unknown, for example because the database did not answer. Core runs the
 * job again after 10 seconds, then after twice as long each time, up to an hour. After ten failed runs it gives up and opens a
 * review item. An error never changes the state of the payment.
 */
export interface OrderPort<Tx = never> {
  /** Places the order of a paid sale. The answer needs an `AmountDueComparedProof`; without it, core counts the run as failed. */
  placeOrder(request: PlaceOrderRequest<Tx>): Promise<PlaceOrderAnswer | OrderRefusal>;
  /**
   * Returns what is due for an order now, with its buyer. Undefined: nothing, because there is no such order, or it is paid or cancelled.
   * Optional: without it, the shop makes no payment links.
   */
  linkSale?(about: LinkSaleRequest): Promise<LinkSale | undefined>;
  /** Places a renewal. Optional: without it, each paid later cycle gets a review item. */
  placeRenewal?(request: PlaceRenewalRequest<Tx>): Promise<PlacedAnswer | OrderRefusal>;
  /** Reports a closed subscription to the shop. Optional: the status contains it as well. */
  subscriptionClosed?(request: SubscriptionClosedReport<Tx>): Promise<DoneAnswer | OrderRefusal>;
  /** Reports a declined charge of a later cycle to the shop. Optional: the status contains it as well. */
  cycleFailed?(request: CycleFailedReport<Tx>): Promise<DoneAnswer | OrderRefusal>;
  /** Reports an overdue cycle to the shop. Optional: an overdue cycle always gets a review item. */
  cycleOverdue?(request: CycleOverdueReport<Tx>): Promise<DoneAnswer | OrderRefusal>;
  /** Reports a message of the dispute webhook to the shop, also if no order is placed. Optional: it always gets a review item. */
  disputed?(request: DisputeReport<Tx>): Promise<DoneAnswer | OrderRefusal>;
  /** Reports a refund through the gateway that has ended. Optional: the status contains it as well. */
  refundEnded?(report: RefundEndedReport<Tx>): Promise<DoneAnswer | OrderRefusal>;
  /** Adds the refunds that the host's own records of an order lack, so that a repeat changes nothing. Optional. */
  syncRefunds?(request: SyncRefundRequest<Tx>): Promise<DoneAnswer | OrderRefusal>;
}

/** What the dispute webhook reported about a charge. Texts are as received, shortened and masked. */
export interface DisputeDetails {
  /** `refund`: a report of a refund that could not be recorded automatically. `unrecognized`: see `alertType`. */
  readonly type: DisputeKind;
  readonly result: DisputeMessageResult;
  /** The gateway's id of the disputed transaction. */
  readonly transactionId: string;
  /** The disputed amount as the gateway wrote it. Undefined if the message has none. */
  readonly refundAmount: string | undefined;
  readonly alertType: string;
  readonly alertStatus: string | undefined;
  /** When the message arrived. */
  readonly receivedAt: Date;
}
