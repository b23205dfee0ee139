import { goodsDigest } from "@pay-index/core/adapter";
import type { ID, Order } from "@vendure/core";

/** Returns a digest that is equal for two orders with the same variants and quantities, in whatever lines. */
export function digestGoods({ lines }: Order): string {
  const pieces = new Map<ID, number>();
  for (const { productVariant, quantity } of lines)
    if (quantity > 0) pieces.set(productVariant.id, (pieces.get(productVariant.id) ?? 0) + quantity);
  return goodsDigest(new Map([...pieces].map(([id, quantity]) => [String(id), String(quantity)])));
}
