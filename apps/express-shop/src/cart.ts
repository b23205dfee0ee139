import { type CartProblem, planOfCart } from "@pay-index/express";
import { catalog, type Product } from "./catalog.ts";

export interface CartLine {
  readonly product: Product;
  readonly quantity: number;
}

export type Cart = readonly CartLine[];

const maxQuantity = 20;

/**
 * Reads the cart from its address, `/cart?lamp=1&mug=2`: it needs no cookie and no session, and the back button works
 * as buyers expect. Only products and quantities are read. Prices come from the catalog.
 */
export function readCart(fields: unknown): Cart {
  const wanted = Object(fields) as Record<string, unknown>;
  return catalog.flatMap((product) => {
    const added = wanted.add === product.id ? 1 : 0;
    const quantity = Math.min(wholeNumber(wanted[product.id]) + added, maxQuantity);
    return quantity > 0 ? [{ product, quantity }] : [];
  });
}

function wholeNumber(value: unknown): number {
  return typeof value === "string" && /^\d{1,4}$/.test(value.trim()) ? Number(value) : 0;
}

/** Returns why these goods cannot be one order. Undefined if they can. */
export function findCartConflict(cart: Cart): CartProblem | undefined {
  const sold = planOfCart(cart.map(({ product }) => product.plan));
  return "refused" in sold ? sold.refused : undefined;
}

export function cartQuery(cart: Cart): string {
  return cart.map(({ product, quantity }) => `${product.id}=${quantity}`).join("&");
}

export function sumTotal(lines: readonly { readonly price: number; readonly quantity: number }[]): number {
  return lines.reduce((total, { price, quantity }) => total + price * quantity, 0);
}
