import { type Scenario, withCycles } from "../scenario.ts";

export const cyclesTogetherScenario: Scenario = {
  title: "Three cycles that arrive at once, each twice and in any order, become one order each",
  cites: ["B-07", "B-47", "B-48"],
  ...withCycles,

  async play({ shop, subscription, gateway }) {
    const { tea, attempt } = await subscription({ type: "weekly" });
    await gateway.setFaults(attempt, { kind: "duplicate", copies: 2 });
    await gateway.advance(attempt, 12 * 7, "later");
    await shop.sweep();
    await tea.isRenewed([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  },
};
