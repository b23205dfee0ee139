import { type Variant, variants } from "../merchants.ts";

/** Whether a field is required in a variant. An unlisted field is refused, even if it is empty. */
export type FieldPresence = "required" | "optional" | "unlisted";

const shippingFieldNames =
  "firstname lastname street_address1 street_address2 city state postcode country_iso_code_2 telephone"
    .split(" ")
    .map((name) => `shipping_${name}`);

/**
 * One letter for each variant, in the order card, hosted, link, subscription, apm: Y required, N optional, - unlisted.
 */
const presenceTable: Readonly<Record<string, string>> = {
  pay_memberid: "YYYYY",
  pay_orderid: "YYYYY",
  pay_applydate: "YYYYY",
  pay_bankcode: "YYYYY",
  pay_notifyurl: "YYYYY",
  pay_callbackurl: "YYYYY",
  pay_amount: "YYYYY",
  pay_md5sign: "YYYYY",
  pay_currency: "YYYYY",
  pay_url: "YYYYY",
  pay_type: "--YNY",
  pay_method: "----N",
  pay_app_scheme: "----N",
  pay_cardno: "NNNY-",
  pay_cardmonth: "NNNY-",
  pay_cardyear: "NNNY-",
  pay_cardcvv: "NNNY-",
  pay_productname: "YNNYN",
  subscription_plan: "---N-",
  pay_firstname: "YYYYY",
  pay_lastname: "YYYYY",
  pay_street_address1: "NNNNN",
  pay_street_address2: "NNNNN",
  pay_city: "NNNNN",
  pay_postcode: "NNNNN",
  pay_state: "NNNNN",
  pay_country_iso_code_2: "YYYYY",
  pay_email_address: "YYYYY",
  pay_telephone: "YYYYY",
  ...Object.fromEntries(shippingFieldNames.map((name) => [name, "NNN-N"])),
  pay_ip: "YYYYY",
  pay_useragent: "YYYYY",
  pay_language: "YYYYY",
  system: "YYYYY",
};

export const fieldNames: readonly string[] = Object.keys(presenceTable);

export const cardFieldNames = ["pay_cardno", "pay_cardmonth", "pay_cardyear", "pay_cardcvv"] as const;

export function findPresence(name: string, variant: Variant): FieldPresence {
  const letters = Object.hasOwn(presenceTable, name) ? presenceTable[name] : undefined;
  const letter = letters?.[variants.indexOf(variant)];
  if (letter === "Y") return "required";
  return letter === "N" ? "optional" : "unlisted";
}

/** Returns the rule about a variant, such as `REQ-APM`. */
export function variantRuleId(variant: Variant): string {
  return `REQ-${variant.toUpperCase()}`;
}

/** Returns the rule that a missing or unlisted field breaks. */
export function findPresenceRuleId(name: string, variant: Variant): string {
  if (name.startsWith("shipping_")) return "REQ-SHIPPING";
  return presenceTable[name] === "YYYYY" ? "REQ-REQUIRED" : variantRuleId(variant);
}

/**
 * Fields that some public SDKs leave out or send empty. With the profile `lenient`, sales without them are accepted. The
 * merchant decides the variant.
 */
const lenientFields: Partial<Record<Variant, readonly string[]>> = {
  link: ["pay_type"],
  subscription: ["pay_type", "pay_productname"],
  apm: ["pay_type"],
};

/** Returns the fields of a variant that a sale of the profile `lenient` does not need and that this sale leaves out. */
export function findOmittedLenientFields(
  form: ReadonlyMap<string, string>,
  variant: Variant,
): readonly string[] {
  return (lenientFields[variant] ?? []).filter((name) => isEmptyValue(name, form.get(name) ?? ""));
}

function isEmptyValue(name: string, value: string): boolean {
  return value.trim() === "" || (name === "pay_productname" && /^\s*\[\s*\]\s*$/.test(value));
}
