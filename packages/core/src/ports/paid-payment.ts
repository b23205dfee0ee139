import { PayIndexError } from "../errors.ts";
import { type Attempt, expectedAmountsOf } from "../payment/attempt.ts";
import { findPayingTransactionSets } from "../payment/classify-facts.ts";
import type { Money } from "../protocol/money/money.ts";
import type { Variant } from "../protocol/sale/sale.ts";
import type { PaymentKey } from "./store.ts";

/** A paid attempt, as the shop sees it. */
export interface PaidPayment {
  /** The id of the attempt at the gateway, `pay_orderid`. */
  readonly attemptId: string;
  readonly tenant: string;
  /** The shop's own id of the order or cart. */
  readonly reference: string;
  readonly variant: Variant;
  readonly merchantId: string;
  /** The price of the order. For a subscription, the price of each later cycle. Minor units. */
  readonly amount: Money;
  /** The amount to charge now: `firstPeriodAmount` of the plan if it has one, otherwise `amount`. Minor units. */
  readonly chargedAmount: Money;
  /** The id of the gateway's transaction. Undefined if an operator accepted the attempt on other proof. */
  readonly transactionId: string | undefined;
  /** The payment link at which the buyer paid. Undefined: the shop started the payment. */
  readonly linkId: string | undefined;
  /** The snapshot: the JSON that the adapter passed to `start`. */
  readonly snapshot: unknown;
}

export function toPaidPayment(attempt: Attempt): PaidPayment {
  const { attemptId, tenant, reference, variant, merchantId, amount, snapshot } = attempt;
  const expected = expectedAmountsOf(attempt);
  const [transactionId] = findPayingTransactionSets(expected, attempt.facts).flat();
  const { chargedAmount } = expected;
  const sale = { attemptId, tenant, reference, variant, merchantId, amount, snapshot };
  return { ...sale, chargedAmount, transactionId, linkId: attempt.link?.linkId };
}

/**
 * Checks the reference and tenant that a caller passes: a repeated field of a query is a list. Trims the reference as
 * `start` does.
 *
 * @throws PayIndexError `sale_invalid`
 */
export function readPaymentKey(key: { readonly reference: string; readonly tenant?: string }): PaymentKey {
  const reference: unknown = key?.reference;
  const tenant: unknown = key?.tenant ?? "default";
  if (typeof reference === "string" && typeof tenant === "string")
    return { tenant, reference: reference.trim() };
  throw new PayIndexError("sale_invalid", "Sales are found by a reference and a tenant, which are texts.");
}
