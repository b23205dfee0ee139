import type { Money } from "../money/money.ts";
import { itemTotal, type SaleItem } from "./sale-items.ts";

/** One line of a cart: its total with taxes and discounts, in minor units. */
export interface SaleLine {
  readonly name: string;
  readonly quantity: number;
  readonly total: number;
  readonly sku?: string | null | undefined;
}

interface SaleLines {
  readonly amount: Money;
  readonly lines: readonly SaleLine[] | undefined;
  readonly itemName: string;
}

/**
 * Returns the items of the payment page. They add up to the amount. If the lines do not, such as for an order that a gift card pays in
 * part, or if one is below zero, the whole order is one item.
 */
export function toSaleItems({ amount, lines, itemName }: SaleLines): SaleItem[] {
  const items = lines?.filter(({ quantity }) => quantity > 0).map(toSaleItem);
  const isWhole =
    items !== undefined && itemTotal(items) === amount.minor && items.every(({ price }) => price >= 0);
  return isWhole ? items : [{ name: itemName, price: amount.minor, quantity: 1 }];
}

/** Shops round a line as a whole. A line that its pieces cannot add up to is one item. */
function toSaleItem({ name, sku, quantity, total }: SaleLine): SaleItem {
  const details = sku ? { sku: itemText(sku) } : {};
  return Number.isSafeInteger(quantity) && total % quantity === 0
    ? { name: itemText(name), price: total / quantity, quantity, ...details }
    : { name: `${itemText(name)} × ${quantity}`, price: total, quantity: 1, ...details };
}

/** Returns a text of the shop's staff in one line, cut to the length that an item's name may have. */
export function itemText(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return [...line].slice(0, 240).join("");
}
