import { z } from "zod";
import { isAmount } from "./amount.ts";
import { isHttpUrl } from "./field-formats.ts";
import { filledText, findObjectProblem, jsonText, parseJson } from "./json-object.ts";

const optionalText = jsonText(() => true, "text").optional();

const itemSchema = z.strictObject({
  sku: optionalText,
  productName: filledText,
  productImage: jsonText(
    (text) => text === "" || isHttpUrl(text),
    "an http:// or https:// address",
  ).optional(),
  attributes: optionalText,
  price: jsonText(isAmount, 'decimal text such as "12.50"'),
  quantity: jsonText(
    (text) => /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text)),
    'a whole number as text, such as "1"',
  ),
});

export type SubmittedItem = Pick<z.output<typeof itemSchema>, "productName" | "price" | "quantity">;

/** Returns the items of `pay_productname`, or why they are invalid (PROD-ITEM). */
export function parseProducts(value: string): { items: readonly SubmittedItem[] } | { problem: string } {
  const parsed = parseJson(value);
  if (!parsed) return { problem: "must be a JSON array of items (PROD-ITEM)" };
  if (!Array.isArray(parsed.value) || parsed.value.length === 0) {
    return { problem: "must be a JSON array of at least one item (PROD-ITEM)" };
  }
  for (const [index, item] of parsed.value.entries()) {
    const problem = findObjectProblem(item, itemSchema, `item ${index + 1}`);
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
  return typeof item.quantity === "string" ? { ...item, quantity: item.quantity.trim() } : item;
}
