import type { Bill } from "@pay-index-apps/demo/look/order-lines";
import type { Order } from "./shop-api/order.ts";

/** What the order comes to, parcels included. */
export function billOf({ lines, shippingLines, totalWithTax, currencyCode }: Order): Bill {
  const things = lines.map(({ quantity, linePriceWithTax, productVariant }) => ({
    text: `${quantity} × ${productVariant.name}`,
    minor: linePriceWithTax,
  }));
  const parcels = shippingLines.map(({ priceWithTax, shippingMethod }) => ({
    text: shippingMethod.name,
    minor: priceWithTax,
  }));
  return { lines: [...things, ...parcels], total: totalWithTax, currency: currencyCode };
}
