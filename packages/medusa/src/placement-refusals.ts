import type { Money } from "@pay-index/core";
import { amountDueProblem, RefusalRollback } from "@pay-index/core/adapter";
import { toRoundedMoney } from "./amount.ts";
import { type CartTotal, isProviderEnabled, type PaidCartFields } from "./checkout-cart.ts";
import type { CheckoutSnapshot } from "./checkout-snapshot.ts";

/** @throws RefusalRollback if the paid cart cannot be completed with its provider */
export function assertProviderEnabled(cart: PaidCartFields, { providerId }: CheckoutSnapshot): void {
  if (isProviderEnabled(cart, providerId)) return;
  const message = `Medusa completes no cart by ${providerId}, which is not enabled in its region any more. Enable it and try again.`;
  throw new RefusalRollback("provider_disabled", message);
}

/**
 * Returns a refusal with both amounts if the total of the cart is why Medusa did not complete it, otherwise that the
 * cart changed.
 */
export function failedCompletionRefusal({ total, currency_code }: CartTotal, price: Money): RefusalRollback {
  const due = toRoundedMoney(total, currency_code);
  if (due === undefined) return invalidAmountRefusal(total, currency_code);
  const problem = amountDueProblem(price, due);
  if (problem !== undefined) return new RefusalRollback(problem.code, problem.message);
  return new RefusalRollback("cart_changed", "The cart no longer matches the payment.");
}

/** The refusal of an amount due that is negative, or whose currency does not exist. */
export function invalidAmountRefusal(amount: CartTotal["total"], currency: string): RefusalRollback {
  const message = `Medusa says that ${String(amount)} ${currency.toUpperCase()} is due, which cannot be paid. Refund the payment.`;
  return new RefusalRollback("order_changed", message);
}
