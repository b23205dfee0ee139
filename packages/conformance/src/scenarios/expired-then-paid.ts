import type { Scenario } from "../scenario.ts";

export const expiredThenPaidScenario: Scenario = {
  title: "A payment that expired at the gateway becomes paid if the gateway reports a success later",
  cites: ["B-25", "B-27"],
  underQuirks: "recorded",

  async play({ order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await gateway.control.closeOrder(attempt.attemptId);
    await gateway.waitUntilNotified(attempt);
    await tea.is("failed");
    await gateway.setOutcome(attempt, "paid");
    await tea.is("paid");
  },
};
