import type { PaidPayment, WorkProblem } from "@pay-index/core";
import { isMoney } from "./amount.ts";
import type { Frozen } from "./frozen.ts";
import { isOffered, type PaidCart } from "./payable-cart.ts";

export const cartChanged: WorkProblem = {
  code: "cart_changed",
  message: "The cart is not what was paid for any more.",
};

/**
 * Why a cart that was paid can be no order by this payment. Undefined: nothing speaks against it. A first look, before anything is written:
 * Medusa keeps the collection's amount the cart's total, which is compared once more while the cart is locked.
 */
export function whyNotPayable(
  cart: PaidCart,
  { providerId }: Frozen,
  { money }: PaidPayment,
): WorkProblem | undefined {
  const asked = cart.payment_collection;
  if (asked && !isMoney(asked.amount, cart.currency_code, money)) return cartChanged;
  if (isOffered(cart, providerId)) return undefined;
  const message = `Medusa completes no cart by ${providerId}, which is not enabled in its region any more. Enable it and try again.`;
  return { code: "provider_disabled", message };
}
