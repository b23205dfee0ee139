import type { Scenario } from "../scenario.ts";

export const killedAfterNotificationStoredScenario: Scenario = {
  title:
    "A process that is killed after it stored a notification (T1) sends no OK, and the repeated notification is processed",
  cites: ["B-28", "B-38"],
  alone: {},

  async play({ shop, submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await shop.killAfter("received");
    await gateway.control.resolve(attempt.attemptId, { outcome: "paid" });
    await shop.waitForDeath();
    await shop.startAgain();
    await gateway.waitUntilNotified(attempt);
    await tea.is("paid");
  },
};
