import type { PayIndexPluginOptions } from "@pay-index/medusa";
import type { Settings } from "./settings.ts";

/** The options of the payments. A merchant of the sandbox has one variant, so there are five merchants. */
export function createPluginOptions({ gateway, shopUrl, keys, hasOperations }: Settings) {
  return {
    gateway,
    sandbox: true,
    publicUrl: `${shopUrl}/hooks/pay-index`,
    merchants: [
      { id: "10001", key: keys.card, variants: ["card"] },
      { id: "10002", key: keys.hosted, variants: ["hosted"] },
      { id: "10003", key: keys.link, variants: ["link"] },
      { id: "10004", key: keys.subscription, variants: ["subscription"] },
      { id: "10005", key: keys.apm, variants: ["apm"] },
    ],
    // Two of the variants accept the card in this shop. A shop with only `hosted` leaves this out, and needs less PCI
    // DSS.
    acceptRawCards: true,
    operations: hasOperations ? { query: {}, refund: {}, refundQuery: {} } : {},
    orderPage: ({ reference }) => `/orders/${reference}`,
    // Buyers see the result in their own language, with a link to the order.
    pages: { outcome: "ours" },
  } satisfies PayIndexPluginOptions;
}
