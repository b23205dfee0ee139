import type { CartView } from "@pay-index-apps/demo/look/cart-page";
import type { Bill } from "@pay-index-apps/demo/look/order-lines";
import { minorOf } from "./store-api/amount.ts";
import type { Cart, LineItem, Purchase } from "./store-api/cart.ts";

/** What it comes to, parcels included. */
export function billOf(purchase: Purchase): Bill {
  const parcels = purchase.shipping_methods.map(({ name, total }) => ({
    text: name,
    minor: minorOf(total, purchase.currency_code),
  }));
  return {
    lines: [...things(purchase), ...parcels],
    total: minorOf(purchase.total, purchase.currency_code),
    currency: purchase.currency_code.toUpperCase(),
  };
}

/** Before the delivery is chosen, it is its things. */
export function billOfThings(purchase: Purchase): Bill {
  const lines = things(purchase);
  const total = lines.reduce((sum, { minor }) => sum + minor, 0);
  return { lines, total, currency: purchase.currency_code.toUpperCase() };
}

function things({ items, currency_code }: Purchase): Bill["lines"] {
  return items.map((item) => ({
    text: `${item.quantity} × ${nameOf(item)}`,
    minor: minorOf(item.total, currency_code),
  }));
}

export function cartOf({ items, currency_code }: Cart): CartView {
  return {
    lines: items.map((item) => ({
      id: item.id,
      name: nameOf(item),
      quantity: item.quantity,
      each: minorOf(item.total / item.quantity, currency_code),
      minor: minorOf(item.total, currency_code),
    })),
    currency: currency_code.toUpperCase(),
  };
}

function nameOf({ product_title, title }: LineItem): string {
  return product_title ?? title;
}
