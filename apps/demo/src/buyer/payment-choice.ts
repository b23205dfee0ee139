import type { Variant } from "@pay-index/core";

/** The payment method that a buyer chooses, and the buyer's card. */
export interface PaymentChoice {
  readonly variant: Variant;
  readonly card: string;
}

/** The sandbox's test cards for buyers of the demo. */
export const testCards = {
  good: "4242424242424242",
  /** The bank requires 3D Secure. */
  asks: "4141414141414141",
  declined: "4000000000001018",
};

/** Returns the product that a buyer with this payment method adds to the cart. */
export function productForVariant({ variant }: Pick<PaymentChoice, "variant">): string {
  return variant === "subscription" ? "coffee-monthly" : "lamp";
}

/** Returns the fields of a card form. The shops' fields begin with `card_`, and the gateway's have no prefix. */
export function cardFormFields(prefix: string, number: string): Record<string, string> {
  const year = String(new Date().getFullYear() + 2);
  return {
    [`${prefix}number`]: number,
    [`${prefix}month`]: "12",
    [`${prefix}year`]: year,
    [`${prefix}cvv`]: "123",
  };
}
