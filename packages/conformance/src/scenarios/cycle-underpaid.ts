import { type Scenario, withCycles } from "../scenario.ts";

export const cycleUnderpaidScenario: Scenario = {
  title: "A cycle that is not paid in full becomes no order, and a review item opens",
  cites: ["B-40b", "B-47"],
  ...withCycles,

  async play({ subscription, gateway }) {
    const { tea, attempt } = await subscription();
    await gateway.setFaults(attempt, { kind: "wrong_amount", trueAmount: "0.01" });
    await gateway.advance(attempt, 31);
    await tea.isRenewed([], { items: ["amount-mismatch"] });
  },
};
