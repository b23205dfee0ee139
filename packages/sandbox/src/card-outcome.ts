/** The only data of a card that the sandbox stores. */
export interface CardSummary {
  readonly brand: string;
  readonly last4: string;
}

/** A card as it was submitted. It exists only during its request and is never stored, logged or echoed. */
export interface SubmittedCard {
  readonly number: string;
  readonly month: string;
  readonly year: string;
}

export type CardOutcome =
  | { readonly outcome: "approved" }
  | { readonly outcome: "challenge" }
  | { readonly outcome: "declined"; readonly reason: string };

export interface TestCard {
  readonly name: "success" | "failed" | "redirect" | "insufficient";
  readonly number: string;
  readonly says: string;
  readonly charge: CardOutcome;
}

const decline = (reason: string): CardOutcome => ({ outcome: "declined", reason });

/** The only reason for which the charge of a subscription is tried again (PLAN-ATTEMPTS). */
export const insufficientFundsReason = "insufficient funds";

export const testCards: readonly TestCard[] = [
  { name: "success", number: "4242424242424242", says: "Succeeds", charge: { outcome: "approved" } },
  {
    name: "failed",
    number: "4000000000001018",
    says: "Is declined",
    charge: decline("the card was declined"),
  },
  { name: "redirect", number: "4141414141414141", says: "Asks for 3D", charge: { outcome: "challenge" } },
  {
    name: "insufficient",
    number: "4000000000009995",
    says: "Has no funds",
    charge: decline(insufficientFundsReason),
  },
];

/** Returns the issuer's answer. The test cards select the outcome; every other card is declined. */
export function chargeCard(card: SubmittedCard, now: number): CardOutcome {
  if (hasExpired(card, now)) return decline("the card has expired");
  const known = testCards.find((testCard) => testCard.number === card.number);
  return known?.charge ?? decline("the sandbox knows only its test cards");
}

/** A card is valid until the end of its month in every time zone. */
function hasExpired(card: SubmittedCard, now: number): boolean {
  return now >= Date.UTC(Number(card.year), Number(card.month), 1, 12);
}

export function summarizeCard(number: string): CardSummary {
  return { brand: findBrand(number), last4: number.slice(-4) };
}

function findBrand(number: string): string {
  if (number.startsWith("4")) return "visa";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard";
  if (/^3[47]/.test(number)) return "amex";
  return "other";
}
