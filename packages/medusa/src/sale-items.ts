import { MathBN } from "@medusajs/framework/utils";
import type { Item, Money } from "@pay-index/core";
import { type Amount, toParts } from "./amount.ts";
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
export function saleItems(cart: Cart, money: Money): Item[] {
  const lines = [...cart.items.map(lineOf), ...cart.shipping_methods.filter(costs).map(deliveryOf)];
  const prices = toParts(
    lines.map(({ total }) => total),
    money.currency,
  );
  if (prices?.reduce((sum, price) => sum + price, 0) !== money.minor)
    return [{ name: "Order", price: money.minor, quantity: 1 }];
  return lines.map((line, index) => itemOf(line, prices[index] ?? 0));
}

function lineOf(item: CartItem): Line {
  return { name: nameOf(item), sku: item.variant_sku, quantity: Number(item.quantity), total: item.total };
}

function costs({ total }: Cart["shipping_methods"][number]): boolean {
  return !MathBN.eq(total, 0);
}

function deliveryOf({ name, total }: Cart["shipping_methods"][number]): Line {
  return { name: oneLine(name) || "Shipping", quantity: 1, total };
}

/** Medusa rounds nothing. A line whose pieces would make another sum is one item. */
function itemOf({ name, sku, quantity }: Line, price: number): Item {
  const about = sku ? { sku: oneLine(sku) } : {};
  const isWhole = Number.isSafeInteger(quantity) && quantity > 0 && price % quantity === 0;
  return isWhole
    ? { name, price: price / quantity, quantity, ...about }
    : { name: `${name} × ${quantity}`, price, quantity: 1, ...about };
}

function nameOf({ product_title, title }: CartItem): string {
  const [product, own] = [oneLine(product_title ?? ""), oneLine(title)];
  if (product === "" || product === own) return own || "Item";
  return `${product} (${own})`;
}

/** A text of staff's, as long as an item's name may be. */
function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return [...line].slice(0, 240).join("");
}
