import { expect } from "vitest";
import { type Scenario, withCycles } from "../scenario.ts";

export const subscriptionClosedWithOrWithoutChargeScenario: Scenario = {
  title:
    "A subscription that is closed with a charge gets that renewal, and one that is closed without a charge gets none",
  cites: ["B-47"],
  ...withCycles,
  // The gateway does not repeat a lost charge notification before it closes the subscription.
  alone: { gateway: { retryGaps: [] } },

  async play({ subscription, gateway }) {
    const last = await subscription();
    await gateway.setFaults(last.attempt, { kind: "drop" });
    await gateway.advance(last.attempt, 31);
    await gateway.setFaults(last.attempt);
    await gateway.closeAttempt(last.attempt);
    await last.tea.isRenewed([2]);
    const none = await subscription();
    await gateway.setFaults(none.attempt, { kind: "close_without_charge" });
    await gateway.closeAttempt(none.attempt);
    await none.tea.isRenewed([]);
    for (const { tea } of [last, none]) {
      const { state, nextCycle } = await tea.subscription();
      expect([state, nextCycle]).toEqual(["closed", undefined]);
    }
  },
};
