import { expect } from "vitest";
import { type Scenario, withCycles } from "../scenario.ts";
import { subscriptionCancellingShopSetup } from "../subscription-cancelling-shop-setup.ts";

export const chargedAfterCancellingRenewsScenario: Scenario = {
  title:
    "A cycle that is charged after the subscription was cancelled becomes an order, and a review item opens",
  cites: ["B-47", "B-48", "B-58"],
  ...withCycles,
  alone: subscriptionCancellingShopSetup,

  async play({ subscription, gateway, staff }) {
    const { tea, attempt } = await subscription();
    await gateway.setFaults(attempt, { kind: "charge_after_closing" });
    expect(await staff.cancels(attempt)).toMatchObject({ outcome: "cancelled" });
    await gateway.advance(attempt, 60);
    await tea.isRenewed([2], { items: ["charged-after-closing"] });
  },
};
