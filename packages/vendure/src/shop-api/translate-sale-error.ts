import type { PayIndexError } from "@pay-index/core";
import {
  type CartProblem,
  cartMessage,
  describeBuyerFieldProblems,
  describeMinimumAmount,
  findLanguage,
  type Language,
} from "@pay-index/server";
import type { Order, RequestContext } from "@vendure/core";
import { billingOrShippingAddressOf } from "../sale-parts.ts";
import { PayIndexSaleError } from "../start-payment-errors.ts";

const addressFields: Readonly<Record<string, string>> = {
  firstName: "fullName",
  lastName: "fullName",
  phone: "phoneNumber",
  country: "countryCode",
  street1: "streetLine1",
  street2: "streetLine2",
  city: "city",
  postcode: "postalCode",
  state: "province",
};

const customerFields: Readonly<Record<string, string>> = {
  "buyer.firstName": "customer.firstName",
  "buyer.lastName": "customer.lastName",
  "buyer.email": "customer.emailAddress",
};

/** Returns an error of a sale with the names of the order's own fields, and a text for the buyer. */
export function translateSaleError(
  ctx: RequestContext,
  order: Order,
  error: Pick<PayIndexError, "problems" | "minimum">,
): PayIndexSaleError {
  const language = languageOf(ctx);
  const { problems } = error;
  const belowMinimum = describeMinimumAmount(error, language);
  if (belowMinimum !== undefined)
    return new PayIndexSaleError([{ path: "amount", message: belowMinimum }], belowMinimum);
  const named = problems.map((problem) => ({
    path: toOrderPath(order, problem.path),
    message: describeBuyerFieldProblems([problem], language) ?? problem.message,
  }));
  const text = describeBuyerFieldProblems(problems, language);
  return new PayIndexSaleError(named, text);
}

/** Returns the error of a cart that cannot be paid. */
export function translateCartSaleError(
  ctx: RequestContext,
  path: string,
  problem: CartProblem,
): PayIndexSaleError {
  const message = cartMessage(problem, languageOf(ctx));
  return new PayIndexSaleError([{ path, message }], message);
}

/** Vendure translates its errors into the language of the request, which can differ from that of the channel. */
function languageOf({ req, languageCode }: RequestContext): Language {
  const { language } = Object(req) as { language?: unknown };
  return findLanguage(typeof language === "string" ? language : languageCode) ?? "en";
}

/** Returns the path in the order of a field of the sale: `billingAddress.phoneNumber` for `buyer.phone`. */
function toOrderPath(order: Order, path: string): string {
  const [group = "", name = ""] = path.split(".");
  const ofCustomer = customerFields[path];
  if (ofCustomer !== undefined) return ofCustomer;
  const field = Object.hasOwn(addressFields, name) ? addressFields[name] : undefined;
  if (field === undefined || !["buyer", "billing", "shipping"].includes(group)) return path;
  const isBilling = group !== "shipping" && billingOrShippingAddressOf(order) === order.billingAddress;
  return `${isBilling ? "billingAddress" : "shippingAddress"}.${field}`;
}
