import type { Scenario } from "../scenario.ts";

export const killedBeforeTheReply: Scenario = {
  title: "Killed once the order is placed (T3), before the reply: the repeat is told OK and places nothing",
  cites: ["B-28", "B-30"],
  alone: {},

  async play({ shop, order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await shop.dieAfter("applied");
    await gateway.desk.settle(attempt.attemptId, { outcome: "paid" });
    await shop.death();
    await shop.revive();
    await tea.is("paid");
    await gateway.hasTold(attempt);
    await shop.pass(301);
    await shop.sweep();
    await tea.is("paid");
  },
};
