import { cancelSubscriptionForBuyer, toCancelResultFields } from "@pay-index/core/adapter";
import { paymentKeyOfCart } from "../checkout-snapshot.ts";
import type { Container } from "../find-rows.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { StoreRouteError } from "../store-route-error.ts";
import type { CancellationResult } from "../storefront/index.ts";

/**
 * Asks the gateway to cancel the subscription that a cart started. The caller has checked that the buyer owns it. Null if the cart has no
 * subscription that was charged.
 *
 * @throws StoreRouteError `unavailable`
 */
export async function cancelSubscriptionOfCart(
  container: Container,
  cartId: string,
): Promise<CancellationResult | null> {
  const { gateway } = resolvePayIndex(container);
  const result = await cancelSubscriptionForBuyer(gateway, paymentKeyOfCart(cartId));
  if (result === "no-subscription") return null;
  if (result === "unavailable") throw new StoreRouteError("unavailable", unavailableText);
  const { closedAt, ...outcome } = toCancelResultFields(result);
  return { ...outcome, closed_at: closedAt };
}

const unavailableText =
  "The subscription cannot be cancelled at the moment. Try again later, or contact the shop.";
