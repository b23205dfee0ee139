import type { MedusaContainer } from "@medusajs/framework/types";
import { isPayIndexError } from "@pay-index/core";
import { cancelErrorKind } from "@pay-index/core/adapter";
import { paymentKeyOfCart } from "../checkout-snapshot.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { StoreRouteError } from "../store-route-error.ts";
import type { CancellationResult } from "../storefront/index.ts";
import { toCancellationView } from "./cancellation-view.ts";

/**
 * Asks the gateway to cancel the subscription that a cart started. The caller has checked that the buyer owns it. Null if the cart has no
 * subscription that was charged.
 *
 * @throws StoreRouteError `unavailable`
 */
export async function cancelSubscriptionForBuyer(
  container: Pick<MedusaContainer, "resolve">,
  cartId: string,
): Promise<CancellationResult | null> {
  const { gateway } = resolvePayIndex(container);
  try {
    return toCancellationView(await gateway.cancelSubscription({ ...paymentKeyOfCart(cartId), by: "buyer" }));
  } catch (error) {
    if (!isPayIndexError(error)) throw error;
    const kind = cancelErrorKind(error.code);
    switch (kind) {
      case "no-subscription":
        return null;
      case "unavailable":
        throw new StoreRouteError("unavailable", unavailableText);
      case undefined:
        throw error;
    }
  }
}

const unavailableText =
  "The subscription cannot be cancelled at the moment. Try again later, or contact the shop.";
