import type { Variant } from "@pay-index/core";

/** How a buyer wants to pay, and the card in their pocket. */
export interface PaymentChoice {
  readonly variant: Variant;
  readonly card: string;
}

/** The sandbox's test cards that a buyer of the demo may have. */
export const testCards = {
  good: "4242424242424242",
  /** The bank wants to see the buyer first (3D). */
  asks: "4141414141414141",
  declined: "4000000000001018",
};

/** What a buyer who wants to pay like this would put into the cart of any sample shop. */
export function productForVariant({ variant }: Pick<PaymentChoice, "variant">): string {
  return variant === "subscription" ? "coffee-monthly" : "lamp";
}

/** What a buyer types into a card form. The shops' fields begin with `card_`, the gateway's with nothing. */
export function cardFormFields(prefix: string, number: string): Record<string, string> {
  const year = String(new Date().getFullYear() + 2);
  return {
    [`${prefix}number`]: number,
    [`${prefix}month`]: "12",
    [`${prefix}year`]: year,
    [`${prefix}cvv`]: "123",
  };
}
