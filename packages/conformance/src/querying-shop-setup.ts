import type { IsolatedSetup } from "./scenario.ts";

/** A shop that asks its gateway, and a gateway that sends each notification once. */
export const queryingShopSetup: IsolatedSetup = {
  shop: { operations: { query: { minimumGap: 0 } } },
  gateway: { retryGaps: [] },
};
