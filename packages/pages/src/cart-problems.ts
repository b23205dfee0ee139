import { findTexts, type Language } from "./texts/languages.ts";

/** Why a cart cannot be paid. `names`: the goods without stock, or the coupon codes. */
export type CartProblem =
  | { readonly reason: "empty" | "shipping" }
  | { readonly reason: "stock"; readonly names?: readonly string[] }
  | { readonly reason: "coupons"; readonly names: readonly string[] };

/**
 * Returns a text for the buyer: why the cart cannot be paid, and what to do.
 *
 * @example
 * cartMessage({ reason: "shipping" }, "en")
 */
export function cartMessage(problem: CartProblem, language: Language): string {
  const { cart, separator } = findTexts(language).buyer;
  const names = "names" in problem && problem.names !== undefined ? problem.names : [];
  const text = problem.reason === "stock" && names.length === 0 ? cart.stockOfSome : cart[problem.reason];
  return text.replace("{names}", () => names.join(separator));
}
