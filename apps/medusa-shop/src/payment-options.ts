import type { PayIndexPluginOptions } from "@pay-index/medusa";
import type { Settings } from "./settings.ts";

/** Everything it takes to get paid. A merchant of the sandbox serves one variant each, so there are five. */
export function createPaymentOptions({ gateway, shopUrl, keys }: Settings) {
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
    // Two of the variants take the card in this shop. A shop with `hosted` alone leaves this line out, and is better off.
    acceptRawCards: true,
    orderPage: ({ reference }) => `/orders/${reference}`,
    // Buyers hear how it ended in their own language, and go on to the order from there.
    pages: { outcome: "ours" },
  } satisfies PayIndexPluginOptions;
}
