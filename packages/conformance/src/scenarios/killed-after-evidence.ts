import type { Scenario } from "../scenario.ts";

export const killedAfterEvidence: Scenario = {
  title:
    "Killed once a notification is stored (T1): the gateway, which heard nothing, sends again and finds it open",
  cites: ["B-28", "B-38"],
  alone: {},

  async play({ shop, order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await shop.dieAfter("received");
    await gateway.desk.settle(attempt.attemptId, { outcome: "paid" });
    await shop.death();
    await shop.revive();
    await gateway.hasTold(attempt);
    await tea.is("paid");
  },
};
