import { MathBN } from "@medusajs/framework/utils";
import { goodsDigest } from "@pay-index/core/adapter";
import type { CartItem } from "../checkout-cart.ts";

type Line = Pick<CartItem, "variant_id" | "title" | "quantity">;

/** Returns a digest that is equal for two carts with the same goods and quantities, in whatever lines. */
export function digestGoods(items: readonly Line[]): string {
  const pieces = new Map<string, Line["quantity"]>();
  for (const { variant_id, title, quantity } of items) {
    const name = JSON.stringify([variant_id, variant_id === null ? title : null]);
    pieces.set(name, MathBN.add(pieces.get(name) ?? 0, quantity));
  }
  const quantities = [...pieces].map(
    ([name, quantity]) => [name, MathBN.convert(quantity).toFixed()] as const,
  );
  return goodsDigest(new Map(quantities));
}
