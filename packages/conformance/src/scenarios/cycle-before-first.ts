import { expect } from "vitest";
import { type Scenario, withCycles } from "../scenario.ts";

export const cycleBeforeFirstScenario: Scenario = {
  title: "A cycle that is reported before the first one waits for it, and each becomes one order",
  cites: ["B-47", "B-48"],
  ...withCycles,
  alone: { gateway: { retryGaps: [] } },

  async play({ shop, order, buyer, gateway }) {
    const tea = await order();
    const attempt = await gateway.dropFirstNotification(() => buyer.subscribes(tea));
    await gateway.advance(attempt, 31);
    await tea.is("approved");
    expect((await tea.reading()).renewals).toEqual([]);
    await gateway.control.payAgain(attempt.attemptId);
    await gateway.waitUntilNotified(attempt);
    // A slow shop answers OK before it has placed the order. It places the order before it ends.
    await shop.restart();
    await tea.isRenewed([2]);
  },
};
