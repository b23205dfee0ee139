import type { Scenario } from "../scenario.ts";

export const expiredThenPaid: Scenario = {
  title: "A payment that expired at the gateway becomes paid if the gateway reports a success later",
  cites: ["B-25", "B-27"],

  async play({ order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await gateway.desk.closeOrder(attempt.attemptId);
    await gateway.hasTold(attempt);
    await tea.is("failed");
    await gateway.ends(attempt, "paid");
    await tea.is("paid");
  },
};
