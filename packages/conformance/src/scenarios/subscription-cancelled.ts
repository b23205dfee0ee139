import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";
import { subscriptionCancellingShopSetup } from "../subscription-cancelling-shop-setup.ts";

const day = 86_400;

export const subscriptionCancelledScenario: Scenario = {
  title:
    "A subscription that staff cancel is closed, the gateway charges no further cycle, and none is expected",
  cites: ["B-47", "B-58"],
  variants: ["subscription"],
  needs: ["cycles"],
  underQuirks: "recorded",
  alone: subscriptionCancellingShopSetup,

  async play({ shop, subscription, gateway, staff }) {
    const { tea, attempt } = await subscription();
    await gateway.advance(attempt, 31);
    expect(await staff.cancels(attempt)).toMatchObject({ outcome: "cancelled" });
    await gateway.advance(attempt, 60);
    await shop.moveClock(34 * day);
    await shop.sweep();
    await shop.moveClock(60 * day);
    await shop.sweep();
    await tea.isRenewed([2]);
    const { state, nextCycle } = await tea.subscription();
    expect([state, nextCycle]).toEqual(["closed", undefined]);
  },
};
