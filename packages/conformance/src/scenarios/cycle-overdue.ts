import { type Scenario, withCycles } from "../scenario.ts";

const day = 86_400;

export const cycleOverdueScenario: Scenario = {
  title: "A cycle that nothing is reported about gets a review item, until it is paid",
  cites: ["B-29", "B-47"],
  ...withCycles,

  async play({ shop, subscription, gateway }) {
    const { tea, attempt } = await subscription();
    await gateway.setFaults(attempt, { kind: "drop" });
    await gateway.advance(attempt, 31);
    await shop.moveClock(34 * day);
    await shop.sweep();
    await tea.isRenewed([], { items: ["cycle-overdue"] });
    await gateway.resendCorrect(attempt);
    await tea.isRenewed([2]);
  },
};
