import type { PayIndexError } from "@pay-index/core";
import { buyerMessage, type Language } from "@pay-index/node";
import type { PayableCart } from "../payable-cart.ts";
import { Refusal, refusalOf } from "./refusal.ts";

const addressFields: Readonly<Record<string, string>> = {
  firstName: "first_name",
  lastName: "last_name",
  phone: "phone",
  country: "country_code",
  street1: "address_1",
  street2: "address_2",
  city: "city",
  postcode: "postal_code",
  state: "province",
};

/** A refusal that names the cart's own fields, with a text for the buyer. */
export function saleRefusal(
  error: PayIndexError,
  cart: PayableCart,
  language: Language,
): Refusal | undefined {
  const refusal = refusalOf(error);
  if (refusal?.code !== "sale_invalid") return refusal;
  const problems = error.problems.map((problem) => ({
    path: cartPath(cart, problem.path),
    message: buyerMessage([problem], language) ?? problem.message,
  }));
  return new Refusal("sale_invalid", buyerMessage(error.problems, language) ?? refusal.message, { problems });
}

/** The path of a field of the sale in the cart: `shipping_address.phone` for `buyer.phone`. */
function cartPath(cart: PayableCart, path: string): string {
  const [group = "", name = ""] = path.split(".");
  if (path === "buyer.email") return "email";
  const field = Object.hasOwn(addressFields, name) ? addressFields[name] : undefined;
  if (field === undefined || !["buyer", "billing", "shipping"].includes(group)) return path;
  const isBilling = group !== "shipping" && Boolean(cart.billing_address?.country_code);
  return `${isBilling ? "billing_address" : "shipping_address"}.${field}`;
}
