import type { Money } from "@pay-index/core";
import { amountDueProblem, type RefusalProblem } from "@pay-index/core/adapter";
import { toRoundedMoney } from "./amount.ts";
import { type CartTotal, isProviderEnabled, type PaidCartFields } from "./checkout-cart.ts";
import type { CheckoutSnapshot } from "./checkout-snapshot.ts";

const cartChangedProblem: RefusalProblem = {
  code: "cart_changed",
  message: "The cart no longer matches the payment.",
};

/** Returns why the paid cart cannot be completed with its provider. Undefined if it can. */
export function findDisabledProviderProblem(
  cart: PaidCartFields,
  { providerId }: CheckoutSnapshot,
): RefusalProblem | undefined {
  if (isProviderEnabled(cart, providerId)) return undefined;
  const message = `Medusa completes no cart by ${providerId}, which is not enabled in its region any more. Enable it and try again.`;
  return { code: "provider_disabled", message };
}

/**
 * Returns a problem with both amounts if the total of the cart is why Medusa did not complete it, otherwise that the
 * cart changed.
 */
export function failedCompletionProblem({ total, currency_code }: CartTotal, price: Money): RefusalProblem {
  const due = toRoundedMoney(total, currency_code);
  if (due === undefined) return invalidAmountProblem(total, currency_code);
  return amountDueProblem(price, due) ?? cartChangedProblem;
}

/** The problem of an amount due that is negative, or whose currency does not exist. */
export function invalidAmountProblem(amount: CartTotal["total"], currency: string): RefusalProblem {
  const message = `Medusa says that ${String(amount)} ${currency.toUpperCase()} is due, which cannot be paid. Refund the payment.`;
  return { code: "order_changed", message };
}
