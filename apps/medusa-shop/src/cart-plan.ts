import { catalog, type Product } from "./catalog.ts";
import type { Cart } from "./store-api/cart.ts";

type Plan = NonNullable<Product["plan"]>;

/**
 * Returns the plan of a cart. A cart has no metadata of its products: storefronts read them with the product, with
 * `fields=+metadata`. This one knows its own catalog.
 */
export function findCartPlan({ items }: Cart): Plan | undefined {
  const skus = new Set(items.map(({ variant_sku }) => variant_sku));
  return catalog.find(({ id, plan }) => plan !== undefined && skus.has(id))?.plan;
}
