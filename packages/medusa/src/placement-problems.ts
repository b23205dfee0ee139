import type { Money } from "@pay-index/core";
import { amountDueProblem } from "@pay-index/core/adapter";
import type { JobProblem } from "@pay-index/core/store";
import { toMoney } from "./amount.ts";
import type { CheckoutSnapshot } from "./checkout-snapshot.ts";
import { type CartTotal, isProviderEnabled, type PaidCart } from "./payable-cart.ts";

const cartChangedProblem: JobProblem = {
  code: "cart_changed",
  message: "The cart is not what was paid for any more.",
};

/** Why a cart that was paid can be no order by this payment. Undefined: nothing speaks against it. */
export function findDisabledProviderProblem(
  cart: PaidCart,
  { providerId }: CheckoutSnapshot,
): JobProblem | undefined {
  if (isProviderEnabled(cart, providerId)) return undefined;
  const message = `Medusa completes no cart by ${providerId}, which is not enabled in its region any more. Enable it and try again.`;
  return { code: "provider_disabled", message };
}

/** Names both amounts if the total of the cart is why Medusa did not complete it, and otherwise that the cart changed. */
export function findCompletionProblem({ total, currency_code }: CartTotal, price: Money): JobProblem {
  const due = toMoney(total, currency_code);
  if (due === undefined) return invalidAmountProblem(total, currency_code);
  return amountDueProblem(price, due) ?? cartChangedProblem;
}

/** What is due is less than nothing, or in a currency that does not exist. */
export function invalidAmountProblem(amount: CartTotal["total"], currency: string): JobProblem {
  const message = `Medusa says that ${String(amount)} ${currency.toUpperCase()} is due, which cannot be paid. Refund the payment.`;
  return { code: "order_changed", message };
}
