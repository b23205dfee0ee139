import type { Scenario } from "../scenario.ts";

const secondsUntilNextTry = 11;

export const renewalPlacementFailsScenario: Scenario = {
  title: "A host that fails while it places a renewal stores nothing of it, and places it at the next try",
  cites: ["B-20", "B-47"],
  variants: ["subscription"],
  needs: ["cycles", "injectedFailures"],
  alone: { gateway: {} },

  async play({ shop, subscription, gateway }) {
    const { tea, attempt } = await subscription();
    await shop.failNextOrder();
    await gateway.advance(attempt, 31);
    await tea.isRenewed([]);
    await shop.moveClock(secondsUntilNextTry);
    await shop.sweep();
    await tea.isRenewed([2]);
  },
};
