import { type Scenario, withCycles } from "../scenario.ts";

export const transactionReusedForCycleScenario: Scenario = {
  title:
    "A transaction that has paid one cycle pays no other cycle: no order is placed, and a review item opens",
  cites: ["B-07", "B-47"],
  ...withCycles,

  async play({ subscription, gateway }) {
    const { tea, attempt } = await subscription();
    const { transactionId } = await gateway.control.orderDetails(attempt.attemptId);
    await gateway.setFaults(attempt, { kind: "wrong_transaction", transactionId });
    await gateway.advance(attempt, 31);
    await tea.isRenewed([], { items: ["transaction-reused"] });
    await gateway.resendCorrect(attempt);
    await tea.isRenewed([2], { items: ["transaction-reused"] });
  },
};
