import type { Address, Cart } from "./store-api/cart.ts";

type FieldTexts = Readonly<Record<string, string>>;

export function toAddress(typed: FieldTexts): Address {
  return {
    first_name: typed.firstName ?? "",
    last_name: typed.lastName ?? "",
    address_1: typed.street ?? "",
    city: typed.city ?? "",
    postal_code: typed.postcode ?? "",
    country_code: (typed.country ?? "").toLowerCase(),
    phone: typed.phone ?? "",
  };
}

/** Returns the address that the buyer has entered before. */
export function toAddressFieldTexts({ email, shipping_address: address }: Cart): FieldTexts {
  return {
    firstName: address?.first_name ?? "",
    lastName: address?.last_name ?? "",
    email: email ?? "",
    phone: address?.phone ?? "",
    country: (address?.country_code ?? "").toUpperCase(),
    street: address?.address_1 ?? "",
    city: address?.city ?? "",
    postcode: address?.postal_code ?? "",
  };
}
