import { expect } from "vitest";
import { type Scenario, withCycles } from "../scenario.ts";
import { subscriptionCancellingShopSetup } from "../subscription-cancelling-shop-setup.ts";

const untilTheLeaseEnds = 31;

export const killedDuringCancellationScenario: Scenario = {
  title: "A process that is killed before it commits the gateway's confirmation of a cancellation asks again",
  cites: ["B-28", "B-58"],
  ...withCycles,
  // The closing that the gateway reports by itself is lost, so only the shop can finish what it began.
  alone: { ...subscriptionCancellingShopSetup, gateway: { retryGaps: [] } },

  async play({ shop, subscription, gateway, staff }) {
    const { tea, attempt } = await subscription();
    await tea.isRenewed([]);
    await gateway.setFaults(attempt, { kind: "drop" });
    await shop.killAfter("confirmed");
    const asked = staff.cancels(attempt).catch(() => "no answer");
    await shop.waitForDeath();
    await shop.startAgain();
    expect(await asked).toBe("no answer");
    expect((await tea.subscription()).state).toBe("active");

    await shop.moveClock(untilTheLeaseEnds);
    await shop.sweep();
    expect((await tea.subscription()).state).toBe("closed");
    await tea.isRenewed([]);
  },
};
