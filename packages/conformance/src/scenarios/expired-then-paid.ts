import type { Scenario } from "../scenario.ts";

export const expiredThenPaidScenario: Scenario = {
  title: "A payment that expired at the gateway becomes paid if the gateway reports a success later",
  cites: ["B-25", "B-27"],
  underQuirks: "recorded",

  async play({ submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await gateway.control.closeOrder(attempt.attemptId);
    await gateway.waitUntilNotified(attempt);
    await tea.is("failed");
    await gateway.setOutcome(attempt, "paid");
    await tea.is("paid");
  },
};
