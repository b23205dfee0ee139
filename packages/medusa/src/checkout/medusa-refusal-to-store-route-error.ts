import { MedusaError } from "@medusajs/framework/utils";
import { cartMessage, describeBuyerFieldProblems, type Language } from "@pay-index/server";
import { StoreRouteError } from "../store-route-error.ts";
import { emptyCartMessage } from "./payable-cart-problems.ts";

/**
 * Returns an error for a refusal of Medusa, with Medusa's message, and with the part of the cart that it is about, if
 * that is known.
 */
export function medusaRefusalToStoreRouteError(refusal: Pick<MedusaError, "code" | "message">) {
  const { code, message } = refusal;
  const path = partOf(code, message);
  return new StoreRouteError("cart_incomplete", message, {
    problems: path === undefined ? [] : [{ path, message }],
  });
}

/** Medusa has an error code for stock. Refusals of shipping can be recognized only by their messages. */
function partOf(code: string | undefined, message: string): "items" | "shipping_methods" | undefined {
  if (code === MedusaError.Codes.INSUFFICIENT_INVENTORY) return "items";
  return /\bshipping (method|option|profile)/i.test(message) ? "shipping_methods" : undefined;
}

/** Returns the error with a message for the buyer. If the reason is not known, the message stays. */
export function translateCartRefusalForBuyer(refusal: StoreRouteError, language: Language): StoreRouteError {
  if (refusal.code !== "cart_incomplete") return refusal;
  const texts = refusal.problems.map((problem) => textOf(problem, language));
  if (texts.length === 0 || texts.includes(undefined)) return refusal;
  return new StoreRouteError("cart_incomplete", [...new Set(texts)].join(" "), {
    problems: refusal.problems,
  });
}

function textOf(
  { path, message }: StoreRouteError["problems"][number],
  language: Language,
): string | undefined {
  switch (path) {
    case "items":
      return cartMessage({ reason: message === emptyCartMessage ? "empty" : "stock" }, language);
    case "shipping_methods":
      return cartMessage({ reason: "shipping" }, language);
    case "email":
      return describeBuyerFieldProblems([{ path: "buyer.email", message }], language);
    case "region":
      return describeBuyerFieldProblems([{ path: "buyer.country", message }], language);
    default:
      return undefined;
  }
}
