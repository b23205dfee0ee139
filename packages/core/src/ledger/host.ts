import type { Money } from "../money/money.ts";
import { matchingTransactions } from "../payment/judge.ts";
import { type Payment, termsOf } from "../payment/payment.ts";
import type { Variant } from "../sale/sale.ts";
import type { WorkProblem } from "./work.ts";

/** What a host may know of a payment. */
export interface PaidPayment {
  readonly orderNumber: string;
  readonly tenant: string;
  readonly reference: string;
  readonly variant: Variant;
  readonly merchantId: string;
  readonly money: Money;
  /** The gateway's transaction; undefined when an operator accepted the payment on other proof. */
  readonly transactionId: string | undefined;
  /** The JSON that the host froze at start. */
  readonly host: unknown;
}

/** One effect that the host must apply. It comes at least once; `key` is the same each time. */
export interface HostWork<Tx = never> {
  readonly kind: "paid";
  readonly key: string;
  readonly payment: PaidPayment;
  /** Ends the work as part of the host's own transaction. False: it has been done before, so roll back. */
  finish(tx: Tx, placed?: string): Promise<boolean>;
}

/** `refused`: the host cannot place the order and trying again will not help. The payment stays paid; staff get an item. */
export type Applied = { readonly done: true; readonly placed?: string } | { readonly refused: WorkProblem };

/** The shop's side. A throw means "again later", with back-off. */
export interface LedgerHost<Tx = never> {
  apply(work: HostWork<Tx>): Promise<Applied>;
}

export function paidPayment(payment: Payment): PaidPayment {
  const { orderNumber, tenant, reference, variant, merchantId, money, host } = payment;
  const [transactionId] = matchingTransactions(termsOf(payment), payment.facts);
  return { orderNumber, tenant, reference, variant, merchantId, money, transactionId, host };
}
