import { type Scenario, withCycles } from "../scenario.ts";

export const cycleDeclinedScenario: Scenario = {
  title: "A cycle whose charge failed becomes no order, and a later successful charge becomes one",
  cites: ["B-25", "B-47"],
  ...withCycles,
  underQuirks: "recorded",

  async play({ subscription, gateway }) {
    const { tea, attempt } = await subscription({ attempts: 3 });
    await gateway.setFaults(attempt, { kind: "decline_cycle" });
    await gateway.advance(attempt, 32);
    await tea.isRenewed([]);
    await gateway.setFaults(attempt, { kind: "decline_cycle", attempts: 2 });
    await gateway.advance(attempt, 32);
    await tea.isRenewed([3]);
  },
};
