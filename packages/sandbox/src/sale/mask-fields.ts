import { maskCardNumbers } from "../mask-card-numbers.ts";
import { parseJson } from "./json-object.ts";

const maskedCardFields = new Set(["pay_cardmonth", "pay_cardyear", "pay_cardcvv"]);
const jsonFields = new Set(["pay_productname", "subscription_plan"]);
const maxValueLength = 2000;

/**
 * Returns the fields of a sale for storing and displaying: card numbers, and digits that look like one, are masked
 * except for the last four digits. Values are shortened to 2000 characters.
 */
export function maskFields(form: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const card = readCardDigits(form);
  const fields = [...form].map(([name, value]) => [
    maskCardNumbers(name, card),
    maskValue(name, value, card),
  ]);
  return Object.fromEntries(fields) as Record<string, string>;
}

/**
 * Returns the digits of the submitted card, shortened to a few times the length of a card number. Empty without a card.
 */
export function readCardDigits(form: ReadonlyMap<string, string>): string {
  return (form.get("pay_cardno") ?? "").replace(/\D/g, "").slice(0, 64);
}

/** Returns a copy of the object in which every text is masked, at every depth. */
export function maskNestedTexts<T>(value: T, card: string): T;
export function maskNestedTexts(value: unknown, card: string): unknown {
  if (typeof value === "string") return maskCardNumbers(value, card);
  if (Array.isArray(value)) return value.map((item) => maskNestedTexts(item, card));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [maskCardNumbers(key, card), maskNestedTexts(part, card)]),
  );
}

function maskValue(name: string, value: string, card: string): string {
  if (value === "") return value;
  if (name === "pay_cardno") return card.length >= 12 ? `•••• ${card.slice(-4)}` : "••••";
  if (maskedCardFields.has(name)) return "•".repeat(Math.min(value.length, 4));
  // Shortened after masking, because half a card number would not be recognized.
  const shown = jsonFields.has(name) ? maskEscapedJson(value, card) : value;
  return maskCardNumbers(shown, card).slice(0, maxValueLength);
}

/** JSON can escape digits, so its texts are masked after parsing. */
function maskEscapedJson(value: string, card: string): string {
  const parsed = value.includes("\\u") ? parseJson(value) : undefined;
  return parsed ? JSON.stringify(maskNestedTexts(parsed.value, card)) : value;
}
