import { MathBN } from "@medusajs/framework/utils";
import type { Money, Plan } from "@pay-index/core";
import type { CheckoutCart } from "../checkout-cart.ts";
import { StoreRouteError } from "../store-route-error.ts";

/** A message of the problem `items`. */
export const emptyCartMessage = "the cart is empty";

/** @throws StoreRouteError `cart_incomplete` */
export function assertCartComplete(cart: CheckoutCart): void {
  const problems = [
    { path: "items", isMissing: cart.items.length === 0, message: emptyCartMessage },
    { path: "email", isMissing: !cart.email, message: "is required" },
    { path: "region", isMissing: !cart.region, message: "is required" },
    {
      path: "shipping_methods",
      isMissing: cart.shipping_methods.length === 0 && cart.items.some((item) => item.requires_shipping),
      message: "choose a shipping method",
    },
  ];
  const missing = problems.flatMap(({ isMissing, ...problem }) => (isMissing ? [problem] : []));
  if (missing.length === 0) return;
  const reasons = missing.map(({ path, message }) => `${path}: ${message}`).join("; ");
  const message = `The cart is not ready to be paid: ${reasons}.`;
  throw new StoreRouteError("cart_incomplete", message, { problems: missing });
}

/**
 * A cart with a plan cannot have a credit: the credit is used once, but each cycle is charged with the amount due now.
 * @throws StoreRouteError `plan_and_credit`
 */
export function assertNoCreditOnPlan({ credit_lines = [] }: CheckoutCart): void {
  if (credit_lines.every(({ amount }) => MathBN.eq(amount, 0))) return;
  throw new StoreRouteError(
    "plan_and_credit",
    "A subscription is charged in full each time, so a credit or a gift card cannot pay a part of it. Remove it from the cart.",
  );
}

/** @throws StoreRouteError `nothing_to_pay`, `plan_for_nothing` */
export function assertAmountToPay({ minor }: Money, plan: Plan | undefined): void {
  if (minor !== 0) return;
  const withoutPlan = "The cart costs nothing. Complete it with another payment provider.";
  if (plan === undefined) throw new StoreRouteError("nothing_to_pay", withoutPlan);
  throw new StoreRouteError(
    "plan_for_nothing",
    "A subscription is charged each time, but the cart costs nothing now. Remove the discount or the credit that pays for all of it.",
  );
}
