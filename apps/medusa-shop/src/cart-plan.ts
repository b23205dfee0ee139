import { catalog, type Product } from "./catalog.ts";
import type { Cart } from "./store-api/cart.ts";

type Plan = NonNullable<Product["plan"]>;

/**
 * What the cart is charged by. A cart shows no product's metadata: a storefront asks for them with the product, by `fields=+metadata`, and this one
 * knows what it sells.
 */
export function findCartPlan({ items }: Cart): Plan | undefined {
  const skus = new Set(items.map(({ variant_sku }) => variant_sku));
  return catalog.find(({ id, plan }) => plan !== undefined && skus.has(id))?.plan;
}
