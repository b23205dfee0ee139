import type { ScenarioContext } from "./actors/scenario-context.ts";
import type { IsolatedSetup } from "./scenario.ts";

/** A shop that refunds through its gateway and asks how each refund ended. */
export const refundingShopSetup: IsolatedSetup = {
  shop: { operations: { refund: {}, refundQuery: {}, query: { minimumGap: 0 } } },
};

/** Seconds after which the gateway is asked how a refund ended that it accepted. */
const untilChecked = 10;

/** Seconds until the gateway is asked again about a refund that had not ended at the first check. */
export const secondsUntilRefundCheckedAgain = 60;

/** The gateway completes the refunds that it accepted, and the shop asks about each of them, `seconds` later. */
export async function letRefundsEnd(
  { shop, gateway }: Pick<ScenarioContext, "shop" | "gateway">,
  seconds = untilChecked,
): Promise<void> {
  await gateway.control.advance({ days: 1 });
  await shop.moveClock(seconds);
  await shop.sweep();
}
