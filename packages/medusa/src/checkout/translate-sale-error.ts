import type { PayIndexError } from "@pay-index/core";
import { describeBuyerFieldProblems, type Language } from "@pay-index/server";
import type { CheckoutCart } from "../checkout-cart.ts";
import { StoreRouteError, toStoreRouteError } from "../store-route-error.ts";

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

/** The billing address of a cart or an order. */
export type BilledAddress = Pick<CheckoutCart, "billing_address">;

/** Returns an error of a sale with the names of the cart's own fields and a text for the buyer. */
export function translateSaleError(
  error: PayIndexError,
  cart: BilledAddress,
  language: Language,
): StoreRouteError | undefined {
  const refusal = toStoreRouteError(error, language);
  if (refusal?.code !== "sale_invalid") return refusal;
  const problems = error.problems.map((problem) => ({
    path: toCartPath(cart, problem.path),
    message: describeBuyerFieldProblems([problem], language) ?? problem.message,
  }));
  return new StoreRouteError(
    "sale_invalid",
    describeBuyerFieldProblems(error.problems, language) ?? refusal.message,
    { problems },
  );
}

/** Returns the path in the cart of a field of the sale: `shipping_address.phone` for `buyer.phone`. */
function toCartPath(cart: BilledAddress, path: string): string {
  const [group = "", name = ""] = path.split(".");
  if (path === "buyer.email") return "email";
  const field = Object.hasOwn(addressFields, name) ? addressFields[name] : undefined;
  if (field === undefined || !["buyer", "billing", "shipping"].includes(group)) return path;
  const isBilling = group !== "shipping" && Boolean(cart.billing_address?.country_code);
  return `${isBilling ? "billing_address" : "shipping_address"}.${field}`;
}
