import type { Scenario } from "../scenario.ts";

export const killedBeforeNotificationReplyScenario: Scenario = {
  title:
    "A process that is killed after it placed the order (T3) places nothing twice, and the repeated notification gets OK",
  cites: ["B-28", "B-30"],
  alone: {},

  async play({ shop, order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await shop.dieAfter("applied");
    await gateway.control.resolve(attempt.attemptId, { outcome: "paid" });
    await shop.death();
    await shop.revive();
    await tea.is("paid");
    await gateway.waitUntilNotified(attempt);
    await shop.pass(301);
    await shop.sweep();
    await tea.is("paid");
  },
};
