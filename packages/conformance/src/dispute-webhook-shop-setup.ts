import type { IsolatedSetup } from "./scenario.ts";

/** A shop with dispute webhooks, and a gateway of its own. */
export const disputeWebhookShopSetup: IsolatedSetup = {
  shop: { operations: { disputeWebhook: {} } },
  gateway: {},
};
