import { hash } from "node:crypto";

/**
 * Says whether two carts have the same goods, and as many of each. What they are cannot be read from it.
 *
 * @param pieces how many there are of each, by a name that no other goods of the shop have
 */
export function goodsDigest(pieces: ReadonlyMap<string, string>): string {
  const told = [...pieces].map(([name, quantity]) => `${name} ${quantity}`);
  return hash("sha256", told.sort().join("\n"), "hex");
}
