import { type Variant, variants } from "@pay-index/express";
import { countries } from "@pay-index-apps/demo/pages/buyer-fields";
import { apmMethodNames } from "@pay-index-apps/demo/pages/payment-method-fields";

/** What the checkout form asks: who buys, where it goes, how it is paid. No card: that has a form of its own. */
export interface Checkout {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly country: string;
  readonly street: string;
  readonly city: string;
  readonly postcode: string;
  readonly variant: Variant;
  /** Of an alternative payment; empty lets the buyer choose on the gateway's page. */
  readonly method: string;
}

/** What is on a plan is paid by subscription, and nothing else is. */
export function offeredVariants({ onPlan }: { readonly onPlan: boolean }): readonly Variant[] {
  return variants.filter((variant) => (variant === "subscription") === onPlan);
}

/** By the name of the field, what to say about it. */
export type Problems = Readonly<Record<string, string>>;

export type CheckoutEntry =
  | { readonly checkout: Checkout }
  | { readonly typed: Readonly<Record<string, string>>; readonly problems: Problems };

/** By field, what a good entry looks like and what to say about another. The payment checks again, and says more. */
const checkoutRules: Readonly<Record<string, readonly [pattern: RegExp, words: string]>> = {
  firstName: [/\S/, "Please write your first name."],
  lastName: [/\S/, "Please write your last name."],
  email: [/^[^\s@]+@[^\s@]+$/, "Please write an e-mail address, such as ada@example.com."],
  phone: [/\d/, "Please write a telephone number."],
  country: [new RegExp(`^(${countries.join("|")})$`), "Please choose a country."],
  method: [
    new RegExp(`^(${Object.keys(apmMethodNames).join("|")})?$`),
    "Please choose a method from the list.",
  ],
};

const checkoutFields = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "country",
  "street",
  "city",
  "postcode",
  "variant",
  "method",
] as const;

/** Reads the posted form. Whatever else was posted, such as a price, is not even looked at. */
export function readCheckout(body: unknown, offered: readonly Variant[]): CheckoutEntry {
  const posted = Object(body) as Record<string, unknown>;
  const typed = Object.fromEntries(checkoutFields.map((name) => [name, singleLine(posted[name])]));
  const problems: Record<string, string> = {};
  for (const [name, [pattern, words]] of Object.entries(checkoutRules)) {
    if (!pattern.test(typed[name] ?? "")) problems[name] = words;
  }
  if (!offered.some((variant) => variant === typed.variant)) problems.variant = "Please choose how to pay.";
  // The rules have just shown that every field is there and that the closed ones hold a known word.
  return Object.keys(problems).length > 0 ? { typed, problems } : { checkout: typed as unknown as Checkout };
}

/** One line of text, as an input gives it. */
function singleLine(value: unknown): string {
  return typeof value === "string"
    ? value
        .replace(/\p{Cc}+/gu, " ")
        .trim()
        .slice(0, 200)
    : "";
}
