import { PayIndexError } from "../../errors.ts";
import { decimalsOf } from "./currencies.ts";
import { checkMoney, type Money, money } from "./money.ts";

/** Shorter in all than what the engine keeps of a text, so that no cut text can pass for an amount. */
const decimalText = /^(\d{1,24})(?:\.(\d{1,24}))?$/;

function decimals(currency: string): number {
  const known = decimalsOf(currency);
  if (known === undefined)
    throw new PayIndexError("money_invalid", "This is not a current ISO 4217 code in upper case.");
  return known;
}

/**
 * Returns the amount as the protocol sends it, with exactly the currency's decimals (REQ-AMOUNT, MON-EXPONENT): `19.99` USD, `500` JPY, `1.250` KWD.
 *
 * @throws PayIndexError `money_invalid`
 */
export function toAmountText(amount: Money): string {
  const { minor, currency } = Object(amount) as Money;
  checkMoney(minor, currency);
  const places = decimals(currency);
  const digits = String(minor).padStart(places + 1, "0");
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/**
 * Reads an amount as the protocol sends it. Accepts extra trailing zeros. Other extra decimals are not an amount of this currency.
 *
 * @throws PayIndexError `money_invalid`
 */
export function fromAmountText(text: string, currency: string): Money {
  const places = decimals(currency);
  const [, whole = "", fraction = ""] = (typeof text === "string" && decimalText.exec(text)) || [];
  const extra = fraction.slice(places);
  if (whole === "" || /[^0]/.test(extra)) {
    throw new PayIndexError(
      "money_invalid",
      `This is not decimal text with at most ${places} decimals, as ${currency} has.`,
    );
  }
  return money(Number(whole + fraction.slice(0, places).padEnd(places, "0")), currency);
}

/** A range of amounts, in minor units of the currency. Both ends belong to it. */
interface AmountRange {
  readonly currency: string;
  readonly lowest: number;
  readonly highest: number;
}

/** Returns whether a received amount is in the range, compared as numbers (MON-COMPARE). Text that is no amount is in no range. */
export function isAmountBetween(text: string, { currency, lowest, highest }: AmountRange): boolean {
  try {
    const { minor } = fromAmountText(text, currency);
    return lowest <= minor && minor <= highest;
  } catch {
    return false;
  }
}

/**
 * Returns one spelling for all texts of one number, so that `1.0` repeated as `1.00` is a repeat. Other text stays
 * unchanged.
 */
export function normalizeAmountText(text: string): string {
  const [, whole, fraction = ""] = decimalText.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits = fraction.replace(/0+$/, "");
  return whole.replace(/^0+(?=\d)/, "") + (digits === "" ? "" : `.${digits}`);
}
