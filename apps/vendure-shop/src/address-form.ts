import { countries } from "@pay-index-apps/demo/look/buyer-fields";
import type { Buyer } from "./shop-api/change-order.ts";
import type { Address, Order } from "./shop-api/order.ts";

type Named = Readonly<Record<string, string>>;

/** By field, what a good entry looks like and what to say about another. Vendure and the payment check again. */
const rules: Readonly<Record<string, readonly [pattern: RegExp, words: string]>> = {
  firstName: [/\S/, "Please write your first name."],
  lastName: [/\S/, "Please write your last name."],
  email: [/^[^\s@]+@[^\s@]+$/, "Please write an e-mail address, such as ada@example.com."],
  phone: [/\d/, "Please write a telephone number."],
  country: [new RegExp(`^(${countries.join("|")})$`), "Please choose a country."],
  street: [/\S/, "Please write street and number."],
  postcode: [/\S/, "Please write your postcode."],
  city: [/\S/, "Please write your city."],
};

export interface AddressEntry {
  readonly typed: Named;
  /** By the name of the field, what to say about it; empty when all is well. */
  readonly problems: Named;
}

/** Reads the posted form. Whatever else was posted is not even looked at. */
export function readAddress(body: unknown): AddressEntry {
  const posted = Object(body) as Record<string, unknown>;
  const typed = Object.fromEntries(Object.keys(rules).map((name) => [name, textOf(posted[name])]));
  const wrong = Object.entries(rules).filter(([name, [pattern]]) => !pattern.test(typed[name] ?? ""));
  return { typed, problems: Object.fromEntries(wrong.map(([name, [, words]]) => [name, words])) };
}

/** One line of text, as an input gives it. */
function textOf(value: unknown): string {
  return typeof value === "string"
    ? value
        .replace(/\p{Cc}+/gu, " ")
        .trim()
        .slice(0, 200)
    : "";
}

export function buyerOf({ firstName = "", lastName = "", email = "" }: Named): Buyer {
  return { firstName, lastName, emailAddress: email };
}

export function addressOf(typed: Named): Address {
  return {
    fullName: `${typed.firstName} ${typed.lastName}`,
    streetLine1: typed.street ?? "",
    city: typed.city ?? "",
    postalCode: typed.postcode ?? "",
    countryCode: typed.country ?? "",
    phoneNumber: typed.phone ?? "",
  };
}

/** What the buyer has typed into an order before. */
export function typedInto({ customer, shippingAddress }: Order): Named {
  return {
    firstName: customer?.firstName ?? "",
    lastName: customer?.lastName ?? "",
    email: customer?.emailAddress ?? "",
    phone: shippingAddress?.phoneNumber ?? "",
    country: shippingAddress?.countryCode ?? "",
    street: shippingAddress?.streetLine1 ?? "",
    city: shippingAddress?.city ?? "",
    postcode: shippingAddress?.postalCode ?? "",
  };
}
