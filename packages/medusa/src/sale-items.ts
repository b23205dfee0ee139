import { MathBN } from "@medusajs/framework/utils";
import type { Money, SaleItem } from "@pay-index/core";
import { type Amount, splitIntoMinorUnits } from "./amount.ts";
import type { CartItem, PayableCart } from "./payable-cart.ts";

interface Line {
  readonly name: string;
  readonly sku?: string | null;
  readonly quantity: number;
  readonly total: Amount;
}

type Cart = Pick<PayableCart, "items" | "shipping_methods">;

/**
 * What is shown on the payment page: the lines with their taxes and discounts, then shipping. They add up to the sale. Where they cannot,
 * for a cart that a credit pays in part, the cart is the item.
 */
export function toSaleItems(cart: Cart, money: Money): SaleItem[] {
  const lines = [...cart.items.map(toLine), ...cart.shipping_methods.filter(isNotFree).map(toShippingLine)];
  const prices = splitIntoMinorUnits(
    lines.map(({ total }) => total),
    money.currency,
  );
  if (prices?.reduce((sum, price) => sum + price, 0) !== money.minor)
    return [{ name: "Order", price: money.minor, quantity: 1 }];
  return lines.map((line, index) => toItem(line, prices[index] ?? 0));
}

function toLine(item: CartItem): Line {
  return { name: nameOf(item), sku: item.variant_sku, quantity: Number(item.quantity), total: item.total };
}

function isNotFree({ total }: Cart["shipping_methods"][number]): boolean {
  return !MathBN.eq(total, 0);
}

function toShippingLine({ name, total }: Cart["shipping_methods"][number]): Line {
  return { name: singleLine(name) || "Shipping", quantity: 1, total };
}

/** Medusa rounds nothing. A line whose pieces would make another sum is one item. */
function toItem({ name, sku, quantity }: Line, price: number): SaleItem {
  const about = sku ? { sku: singleLine(sku) } : {};
  const isWhole = Number.isSafeInteger(quantity) && quantity > 0 && price % quantity === 0;
  return isWhole
    ? { name, price: price / quantity, quantity, ...about }
    : { name: `${name} × ${quantity}`, price, quantity: 1, ...about };
}

function nameOf({ product_title, title }: CartItem): string {
  const [product, own] = [singleLine(product_title ?? ""), singleLine(title)];
  if (product === "" || product === own) return own || "Item";
  return `${product} (${own})`;
}

/** A text of staff's, as long as an item's name may be. */
function singleLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return [...line].slice(0, 240).join("");
}
