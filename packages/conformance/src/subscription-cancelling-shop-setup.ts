import type { IsolatedSetup } from "./scenario.ts";

/** A shop that may cancel subscriptions at its gateway. */
export const subscriptionCancellingShopSetup: IsolatedSetup = {
  shop: { operations: { cancelSubscription: {} } },
  gateway: {},
};
