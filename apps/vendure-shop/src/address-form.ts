import type { Buyer } from "./shop-api/change-order.ts";
import type { Address, Order } from "./shop-api/order.ts";

type FieldTexts = Readonly<Record<string, string>>;

export function toBuyer({ firstName = "", lastName = "", email = "" }: FieldTexts): Buyer {
  return { firstName, lastName, emailAddress: email };
}

export function toAddress(typed: FieldTexts): Address {
  return {
    fullName: `${typed.firstName} ${typed.lastName}`,
    streetLine1: typed.street ?? "",
    city: typed.city ?? "",
    postalCode: typed.postcode ?? "",
    countryCode: typed.country ?? "",
    phoneNumber: typed.phone ?? "",
  };
}

/** Returns the address that the buyer has entered before. */
export function toAddressFieldTexts({ customer, shippingAddress }: Order): FieldTexts {
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
