import type { Scenario } from "../scenario.ts";

const secondsUntilLeaseEnds = 31;

export const killedOncePlacedScenario: Scenario = {
  title: "A process that is killed when the order becomes visible does not place it twice",
  cites: ["B-28", "B-30"],
  needs: ["injectedFailures"],
  alone: {},

  async play({ shop, submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await shop.killOncePlaced();
    await gateway.control.resolve(attempt.attemptId, { outcome: "paid" });
    await shop.waitForDeath();
    await shop.startAgain();
    await gateway.waitUntilNotified(attempt);
    await shop.moveClock(secondsUntilLeaseEnds);
    await shop.sweep();
    await tea.is("paid");
  },
};
