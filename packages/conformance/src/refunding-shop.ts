import type { IsolatedSetup } from "./scenario.ts";

/** A shop that refunds through its gateway and asks how each refund ended. */
export const refundingShop: IsolatedSetup = {
  shop: { operations: { refund: {}, refundQuery: {}, query: { minimumGap: 0 } } },
};

/** Seconds after which the gateway is asked how a refund ended that it accepted. */
export const untilChecked = 10;

/** Seconds until the gateway is asked again about a refund that had not ended at the first check. */
export const untilCheckedAgain = 60;
