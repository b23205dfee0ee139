import { hash } from "node:crypto";

/**
 * Returns a digest of a cart. Two carts with the same goods and quantities have the same digest. It does not reveal the goods.
 *
 * @param pieces the quantity of each product, by a name that is unique in the shop
 */
export function goodsDigest(pieces: ReadonlyMap<string, string>): string {
  const told = [...pieces].map(([name, quantity]) => `${name} ${quantity}`);
  return hash("sha256", told.sort().join("\n"), "hex");
}
