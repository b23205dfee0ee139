import type { CartView } from "@pay-index-apps/demo/look/cart-page";
import type { Bill } from "@pay-index-apps/demo/look/order-lines";
import type { Order } from "./shop-api/order.ts";

/** What the order comes to, parcels included. */
export function billOf(order: Order): Bill {
  const parcels = order.shippingLines.map(({ priceWithTax, shippingMethod }) => ({
    text: shippingMethod.name,
    minor: priceWithTax,
  }));
  return { lines: [...things(order), ...parcels], total: order.totalWithTax, currency: order.currencyCode };
}

/** Before the delivery is chosen, the order is its things. */
export function billOfThings(order: Order): Bill {
  const lines = things(order);
  return { lines, total: lines.reduce((sum, { minor }) => sum + minor, 0), currency: order.currencyCode };
}

function things({ lines }: Order): Bill["lines"] {
  return lines.map(({ quantity, linePriceWithTax, productVariant }) => ({
    text: `${quantity} × ${productVariant.name}`,
    minor: linePriceWithTax,
  }));
}

export function cartOf({ lines, currencyCode }: Order): CartView {
  return {
    lines: lines.map(({ id, quantity, linePriceWithTax, unitPriceWithTax, productVariant }) => ({
      id,
      name: productVariant.name,
      quantity,
      each: unitPriceWithTax,
      minor: linePriceWithTax,
    })),
    currency: currencyCode,
  };
}
