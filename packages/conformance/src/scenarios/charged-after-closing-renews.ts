import { type Scenario, withCycles } from "../scenario.ts";

export const chargedAfterClosingRenewsScenario: Scenario = {
  title:
    "A cycle that is charged after the subscription was closed becomes an order, and a review item opens",
  cites: ["B-47", "B-48"],
  ...withCycles,

  async play({ subscription, gateway }) {
    const { tea, attempt } = await subscription();
    await gateway.setFaults(attempt, { kind: "charge_after_closing" });
    await gateway.closeAttempt(attempt);
    await gateway.advance(attempt, 60);
    await tea.isRenewed([2], { items: ["charged-after-closing"] });
  },
};
