import { amountDueProblem, type Money, type WorkProblem } from "@pay-index/core";
import { toMoney } from "./amount.ts";
import type { Frozen } from "./frozen.ts";
import { type CartTotal, isOffered, type PaidCart } from "./payable-cart.ts";

const cartChanged: WorkProblem = {
  code: "cart_changed",
  message: "The cart is not what was paid for any more.",
};

/** Why a cart that was paid can be no order by this payment. Undefined: nothing speaks against it. */
export function whyNotPayable(cart: PaidCart, { providerId }: Frozen): WorkProblem | undefined {
  if (isOffered(cart, providerId)) return undefined;
  const message = `Medusa completes no cart by ${providerId}, which is not enabled in its region any more. Enable it and try again.`;
  return { code: "provider_disabled", message };
}

/** Names both amounts if the total of the cart is why Medusa did not complete it, and otherwise that the cart changed. */
export function whyNotCompleted({ total, currency_code }: CartTotal, price: Money): WorkProblem {
  const due = toMoney(total, currency_code);
  if (due === undefined) return notPayable(total, currency_code);
  return amountDueProblem(price, due) ?? cartChanged;
}

/** What is due is less than nothing, or in a currency that does not exist. */
export function notPayable(amount: CartTotal["total"], currency: string): WorkProblem {
  const message = `Medusa says that ${String(amount)} ${currency.toUpperCase()} is due, which cannot be paid. Refund the payment.`;
  return { code: "order_changed", message };
}
