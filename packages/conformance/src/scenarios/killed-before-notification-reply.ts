import type { Scenario } from "../scenario.ts";

export const killedBeforeNotificationReplyScenario: Scenario = {
  title:
    "A process that is killed after it placed the order (T3) places nothing twice, and the repeated notification gets OK",
  cites: ["B-28", "B-30"],
  alone: {},

  async play({ shop, submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await shop.killAfter("applied");
    await gateway.control.resolve(attempt.attemptId, { outcome: "paid" });
    await shop.waitForDeath();
    await shop.startAgain();
    await tea.is("paid");
    await gateway.waitUntilNotified(attempt);
    await shop.moveClock(301);
    await shop.sweep();
    await tea.is("paid");
  },
};
