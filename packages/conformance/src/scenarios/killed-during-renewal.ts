import { type Scenario, withCycles } from "../scenario.ts";

const untilTheLeaseEnds = 31;
const week = 7;

export const killedDuringRenewalScenario: Scenario = {
  title: "A process that is killed at any commit of a renewal still places exactly one order for the cycle",
  cites: ["B-28", "B-47"],
  ...withCycles,

  async play({ shop, subscription, gateway }) {
    const { tea, attempt } = await subscription({ type: "weekly" });
    for (const step of ["received", "decided", "applied"] as const) {
      await shop.killAfter(step);
      const passed = gateway.advance(attempt, week);
      await shop.waitForDeath();
      await shop.startAgain();
      await passed;
      await gateway.waitUntilNotified(attempt);
      await shop.moveClock(untilTheLeaseEnds);
      await shop.sweep();
    }
    await tea.isRenewed([2, 3, 4]);
  },
};
