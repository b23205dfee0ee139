import type { CartView } from "@pay-index-apps/demo/pages/cart-page";
import type { OrderSummary } from "@pay-index-apps/demo/pages/order-lines";
import { toMinorUnits } from "./store-api/amount.ts";
import type { Cart, CartOrOrderFields, LineItem } from "./store-api/cart.ts";

/** Returns the totals of an order, with shipping. */
export function toOrderSummary(purchase: CartOrOrderFields): OrderSummary {
  const parcels = purchase.shipping_methods.map(({ name, total }) => ({
    text: name,
    minor: toMinorUnits(total, purchase.currency_code),
  }));
  return {
    lines: [...toItemLines(purchase), ...parcels],
    total: toMinorUnits(purchase.total, purchase.currency_code),
    currency: purchase.currency_code.toUpperCase(),
  };
}

/** Returns the totals before a shipping method is chosen. */
export function toSummaryWithoutShipping(purchase: CartOrOrderFields): OrderSummary {
  const lines = toItemLines(purchase);
  const total = lines.reduce((sum, { minor }) => sum + minor, 0);
  return { lines, total, currency: purchase.currency_code.toUpperCase() };
}

function toItemLines({ items, currency_code }: CartOrOrderFields): OrderSummary["lines"] {
  return items.map((item) => ({
    text: `${item.quantity} × ${nameOf(item)}`,
    minor: toMinorUnits(item.total, currency_code),
  }));
}

export function toCartView({ items, currency_code }: Cart): CartView {
  return {
    lines: items.map((item) => ({
      id: item.id,
      name: nameOf(item),
      quantity: item.quantity,
      each: toMinorUnits(item.total / item.quantity, currency_code),
      minor: toMinorUnits(item.total, currency_code),
    })),
    currency: currency_code.toUpperCase(),
  };
}

function nameOf({ product_title, title }: LineItem): string {
  return product_title ?? title;
}
