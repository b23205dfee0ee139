import { countries } from "./pages/buyer-fields.ts";

type FieldTexts = Readonly<Record<string, string>>;

/** By field, what a good entry looks like and what to say about another. The shop and the payment check again. */
const addressRules: Readonly<Record<string, readonly [pattern: RegExp, words: string]>> = {
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
  readonly typed: FieldTexts;
  /** By the name of the field, what to say about it; empty when all is well. */
  readonly problems: FieldTexts;
}

/** Reads the posted form. Whatever else was posted is not even looked at. */
export function readAddress(body: unknown): AddressEntry {
  const posted = Object(body) as Record<string, unknown>;
  const typed = Object.fromEntries(Object.keys(addressRules).map((name) => [name, singleLine(posted[name])]));
  const wrong = Object.entries(addressRules).filter(([name, [pattern]]) => !pattern.test(typed[name] ?? ""));
  return { typed, problems: Object.fromEntries(wrong.map(([name, [, words]]) => [name, words])) };
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
