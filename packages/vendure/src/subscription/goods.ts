import { createHash } from "node:crypto";
import type { ID, Order } from "@vendure/core";

/** Says whether two orders have the same variants, and as many of each, in whatever lines. What they are cannot be read from it. */
export function goodsOf({ lines }: Order): string {
  const pieces = new Map<ID, number>();
  for (const { productVariant, quantity } of lines)
    if (quantity > 0) pieces.set(productVariant.id, (pieces.get(productVariant.id) ?? 0) + quantity);
  const told = [...pieces].map(([id, quantity]) => `${id} ${quantity}`);
  return createHash("sha256").update(told.sort().join("\n")).digest("hex");
}
