import { isIP } from "node:net";
import { containsCardNumber } from "../mask-card-numbers.ts";
import type { Variant } from "../merchants.ts";
import { findPaymentMethod } from "../payment-methods.ts";
import { isPositiveAmount } from "./amount.ts";
import { variantRuleId } from "./field-presence.ts";

/** Returns why a non-empty value is invalid, with its rule. Undefined if it is valid. */
type FieldFormat = (value: string, variant: Variant) => string | undefined;

const format = (holds: (value: string, variant: Variant) => boolean, problem: string): FieldFormat => {
  return (value, variant) => (holds(value, variant) ? undefined : problem);
};
const pattern = (shape: RegExp, problem: string): FieldFormat =>
  format((value) => shape.test(value), problem);

const url = (rule: string) => format(isHttpUrl, `must be an absolute http:// or https:// address (${rule})`);
const country = (rule: string) =>
  pattern(/^[A-Z]{2}$/, `must be two upper-case letters of ISO 3166 (${rule})`);
const payTypeByVariant: Partial<Record<Variant, string>> = {
  link: "link",
  subscription: "Subscription",
  apm: "apm",
};

const formats: Readonly<Record<string, FieldFormat>> = {
  pay_orderid: pattern(/^[^\s\p{Cc}]{1,50}$/u, "must be 1 to 50 characters without blanks (REQ-ORDERID)"),
  pay_applydate: format(isDateTime, "must be a date and time as YYYY-MM-DD HH:MM:SS (REQ-APPLYDATE)"),
  pay_bankcode: pattern(/^[1-9]\d{0,9}$/, "must be a bank code such as 901 (REQ-BANKCODE)"),
  pay_notifyurl: url("REQ-NOTIFYURL"),
  pay_callbackurl: url("REQ-CALLBACKURL"),
  pay_url: url("REQ-WEBSITE"),
  pay_amount: format(isPositiveAmount, "must be positive decimal text such as 12.50 (REQ-AMOUNT)"),
  pay_md5sign: pattern(/^[0-9A-F]{32}$/, "must be 32 upper-case hexadecimal characters (SIG-DIGEST)"),
  pay_currency: pattern(/^[A-Z]{3}$/, "must be three upper-case letters (REQ-CURRENCY)"),
  pay_type: (value, variant) =>
    value === payTypeByVariant[variant]
      ? undefined
      : `must be exactly ${payTypeByVariant[variant]} (${variantRuleId(variant)})`,
  pay_method: format((value) => findPaymentMethod(value) !== undefined, "is not a known method (REQ-APM)"),
  pay_app_scheme: format(isAppScheme, "must be the URL scheme of an app, as in myapp:// (REQ-APM)"),
  pay_cardno: pattern(/^\d{12,19}$/, "must be 12 to 19 digits (REQ-CARDNO)"),
  pay_cardmonth: pattern(/^(0[1-9]|1[0-2])$/, "must be a month of two digits (REQ-CARDMONTH)"),
  pay_cardyear: pattern(/^\d{4}$/, "must be a year of four digits (REQ-CARDYEAR)"),
  pay_cardcvv: pattern(/^\d{3,4}$/, "must be 3 or 4 digits (REQ-CARDCVV)"),
  pay_country_iso_code_2: country("REQ-COUNTRY"),
  shipping_country_iso_code_2: country("REQ-SHIPPING"),
  pay_email_address: pattern(/^[^\s@]+@[^\s@]+$/, "must be an e-mail address (REQ-EMAIL)"),
  pay_ip: format((value) => isIP(value) !== 0, "must be an IPv4 or IPv6 address (REQ-IP)"),
};

/** The gateway uses these fields unchanged, so they cannot be masked. */
const forwardedFields: ReadonlySet<string> = new Set([
  "pay_orderid",
  "pay_amount",
  "pay_notifyurl",
  "pay_callbackurl",
  "pay_url",
  "pay_app_scheme",
]);

export function findFormatProblem(name: string, value: string, variant: Variant): string | undefined {
  const problem = formats[name]?.(value, variant);
  if (problem !== undefined || !forwardedFields.has(name) || !containsCardNumber(value)) return problem;
  return "reads as a card number, which belongs in pay_cardno and is never stored (REQ-CARDNO)";
}

export function isHttpUrl(value: string): boolean {
  if (!/^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(value) || !URL.canParse(value)) return false;
  const parsed = new URL(value);
  return parsed.username === "" && parsed.password === "";
}

function isDateTime(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return false;
  const time = new Date(`${value.replace(" ", "T")}Z`);
  // Some engines accept 31 February and roll over: only a real date prints as itself.
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19).replace("T", " ") === value;
}

/** Schemes that a browser handles itself belong to no app. */
const browserSchemes = /^(https?|javascript|data|vbscript|file|blob|about|ftp|wss?|view-source|chrome)$/;

function isAppScheme(value: string): boolean {
  const found = /^([a-z][a-z0-9+.-]{0,199})(:(\/\/[^\s\p{Cc}]{0,400})?)?$/iu.exec(value);
  return found?.[1] !== undefined && !browserSchemes.test(found[1].toLowerCase());
}
