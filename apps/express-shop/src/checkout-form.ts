import { type Variant, variants } from "@pay-index/express";
import { deliveryCountryCodes } from "@pay-index-apps/demo/pages/buyer-fields";
import { apmMethodNames } from "@pay-index-apps/demo/pages/payment-method-fields";

/** The fields of the checkout form: buyer, address and payment method. The card has its own form. */
export interface CheckoutFormValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly country: string;
  readonly street: string;
  readonly city: string;
  readonly postcode: string;
  readonly variant: Variant;
  /** Only for an alternative payment method. Empty if the buyer chooses on the gateway's page. */
  readonly method: string;
}

/** Goods with a plan are paid with a subscription, and all others are not. */
export function offeredVariants({ onPlan }: { readonly onPlan: boolean }): readonly Variant[] {
  return variants.filter((variant) => (variant === "subscription") === onPlan);
}

/** A message for each invalid field, by the field's name. */
export type CheckoutFieldProblems = Readonly<Record<string, string>>;

export type CheckoutFormResult =
  | { readonly checkout: CheckoutFormValues }
  | { readonly typed: Readonly<Record<string, string>>; readonly problems: CheckoutFieldProblems };

/** The pattern of each field, and the message for an invalid value. The payment checks more. */
const checkoutRules: Readonly<Record<string, readonly [pattern: RegExp, words: string]>> = {
  firstName: [/\S/, "Please write your first name."],
  lastName: [/\S/, "Please write your last name."],
  email: [/^[^\s@]+@[^\s@]+$/, "Please write an e-mail address, such as ada@example.com."],
  phone: [/\d/, "Please write a telephone number."],
  country: [new RegExp(`^(${deliveryCountryCodes.join("|")})$`), "Please choose a country."],
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

/** Reads the posted form. Ignores all other fields, such as a price. */
export function readCheckoutForm(body: unknown, offered: readonly Variant[]): CheckoutFormResult {
  const posted = Object(body) as Record<string, unknown>;
  const typed = Object.fromEntries(checkoutFields.map((name) => [name, singleLine(posted[name])]));
  const problems: Record<string, string> = {};
  for (const [name, [pattern, words]] of Object.entries(checkoutRules)) {
    if (!pattern.test(typed[name] ?? "")) problems[name] = words;
  }
  if (!offered.some((variant) => variant === typed.variant)) problems.variant = "Please choose how to pay.";
  // The rules have checked that every field exists, and that the choices have valid values.
  return Object.keys(problems).length > 0
    ? { typed, problems }
    : { checkout: typed as unknown as CheckoutFormValues };
}

/** Returns one line of text. */
function singleLine(value: unknown): string {
  return typeof value === "string"
    ? value
        .replace(/\p{Cc}+/gu, " ")
        .trim()
        .slice(0, 200)
    : "";
}
