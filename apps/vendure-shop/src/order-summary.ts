import type { CartView } from "@pay-index-apps/demo/pages/cart-page";
import type { OrderSummary } from "@pay-index-apps/demo/pages/order-lines";
import type { Order } from "./shop-api/order.ts";

/** Returns the totals of an order, with shipping. */
export function toOrderSummary(order: Order): OrderSummary {
  const parcels = order.shippingLines.map(({ priceWithTax, shippingMethod }) => ({
    text: shippingMethod.name,
    minor: priceWithTax,
  }));
  return {
    lines: [...toItemLines(order), ...parcels],
    total: order.totalWithTax,
    currency: order.currencyCode,
  };
}

/** Returns the totals before a shipping method is chosen. */
export function toSummaryWithoutShipping(order: Order): OrderSummary {
  const lines = toItemLines(order);
  return { lines, total: lines.reduce((sum, { minor }) => sum + minor, 0), currency: order.currencyCode };
}

function toItemLines({ lines }: Order): OrderSummary["lines"] {
  return lines.map(({ quantity, linePriceWithTax, productVariant }) => ({
    text: `${quantity} × ${productVariant.name}`,
    minor: linePriceWithTax,
  }));
}

export function toCartView({ lines, currencyCode }: Order): CartView {
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
