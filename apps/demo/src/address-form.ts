import { deliveryCountryCodes } from "./pages/buyer-fields.ts";

type FieldTexts = Readonly<Record<string, string>>;

/** The pattern of each field, and the message for an invalid value. The shop and the payment check again. */
const addressRules: Readonly<Record<string, readonly [pattern: RegExp, words: string]>> = {
  firstName: [/\S/, "Please write your first name."],
  lastName: [/\S/, "Please write your last name."],
  email: [/^[^\s@]+@[^\s@]+$/, "Please write an e-mail address, such as ada@example.com."],
  phone: [/\d/, "Please write a telephone number."],
  country: [new RegExp(`^(${deliveryCountryCodes.join("|")})$`), "Please choose a country."],
  street: [/\S/, "Please write street and number."],
  postcode: [/\S/, "Please write your postcode."],
  city: [/\S/, "Please write your city."],
};

export interface AddressFormResult {
  readonly typed: FieldTexts;
  /** A message for each invalid field, by the field's name. Empty if all are valid. */
  readonly problems: FieldTexts;
}

/** Reads the posted form. Ignores all other fields. */
export function readAddressForm(body: unknown): AddressFormResult {
  const posted = Object(body) as Record<string, unknown>;
  const typed = Object.fromEntries(Object.keys(addressRules).map((name) => [name, singleLine(posted[name])]));
  const wrong = Object.entries(addressRules).filter(([name, [pattern]]) => !pattern.test(typed[name] ?? ""));
  return { typed, problems: Object.fromEntries(wrong.map(([name, [, words]]) => [name, words])) };
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
