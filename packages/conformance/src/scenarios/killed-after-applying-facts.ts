import type { Scenario } from "../scenario.ts";

const untilTheLeaseEnds = 31;

export const killedAfterApplyingFactsScenario: Scenario = {
  title:
    "A process that is killed after it applied the facts (T2) leaves the job to the sweep, after the lease has ended",
  cites: ["B-28"],
  alone: {},

  async play({ shop, submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await shop.killAfter("decided");
    await gateway.control.resolve(attempt.attemptId, { outcome: "paid" });
    await shop.waitForDeath();
    await shop.startAgain();
    await gateway.waitUntilNotified(attempt);
    await shop.moveClock(untilTheLeaseEnds);
    await shop.sweep();
    await tea.is("paid");
  },
};
