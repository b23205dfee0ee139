import type { Scenario } from "../scenario.ts";

export const attemptChargedTwiceScenario: Scenario = {
  title: "A payment that the gateway charges twice is placed once, and a review item opens",
  cites: ["B-10"],

  async play({ submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await gateway.setOutcome(attempt, "paid");
    await gateway.control.payAgain(attempt.attemptId);
    await gateway.waitUntilNotified(attempt);
    await tea.is("paid", { items: ["paid-twice"] });
  },
};
