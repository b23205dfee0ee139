import { isAmount } from "./amount.ts";
import { isHttpUrl } from "./field-formats.ts";
import { findObjectProblems, isFilled, isString, type JsonKeyRule, parseJson } from "./json-object.ts";

export interface SubmittedItem {
  readonly productName: string;
  readonly price: string;
  readonly quantity: string;
}

const textRule: JsonKeyRule = { required: false, holds: isString, must: "text" };

const itemRules: Readonly<Record<string, JsonKeyRule>> = {
  sku: textRule,
  productName: { required: true, holds: isFilled, must: "text that is not empty" },
  productImage: {
    required: false,
    holds: (value) => isString(value) && (value === "" || isHttpUrl(value)),
    must: "an http:// or https:// address",
  },
  attributes: textRule,
  price: {
    required: true,
    holds: (value) => isString(value) && isAmount(value),
    must: 'decimal text such as "12.50"',
  },
  quantity: {
    required: true,
    holds: (value) => isString(value) && /^[1-9]\d*$/.test(value) && Number.isSafeInteger(Number(value)),
    must: 'a whole number as text, such as "1"',
  },
};

/** Returns the items of `pay_productname`, or why they are invalid (PROD-ITEM). */
export function parseProducts(value: string): { items: readonly SubmittedItem[] } | { problem: string } {
  const parsed = parseJson(value);
  if (!parsed) return { problem: "must be a JSON array of items (PROD-ITEM)" };
  if (!Array.isArray(parsed.value) || parsed.value.length === 0) {
    return { problem: "must be a JSON array of at least one item (PROD-ITEM)" };
  }
  for (const [index, item] of parsed.value.entries()) {
    const [problem] = findObjectProblems(item, itemRules, `item ${index + 1}`);
    if (problem) return { problem: `${problem} (PROD-ITEM)` };
  }
  return { items: parsed.value as SubmittedItem[] };
}

/**
 * Returns the value of `pay_productname` without blanks around its quantities, as some public SDKs send them. A value that is not a JSON
 * array does not change.
 */
export function trimQuantities(value: string): string {
  const parsed = parseJson(value);
  if (!Array.isArray(parsed?.value)) return value;
  return JSON.stringify(parsed.value.map(trimQuantity));
}

function trimQuantity(item: unknown): unknown {
  if (typeof item !== "object" || item === null || !("quantity" in item)) return item;
  return isString(item.quantity) ? { ...item, quantity: item.quantity.trim() } : item;
}
