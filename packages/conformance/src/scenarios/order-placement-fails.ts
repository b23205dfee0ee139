import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

const secondsUntilNextTry = 11;

export const orderPlacementFailsScenario: Scenario = {
  title: "A host that fails while it places a paid order stores nothing of it, and places it at the next try",
  cites: ["B-20", "B-28", "B-38"],
  needs: ["injectedFailures"],
  alone: {},

  async play({ shop, submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await shop.failNextOrder();
    await gateway.setOutcome(attempt, "paid");
    expect(await tea.reading()).toMatchObject({
      payment: { state: "paid" },
      ...{ orders: 0, paid: false, recordedAmounts: [], effects: 0, taken: 0 },
    });
    await shop.moveClock(secondsUntilNextTry);
    await shop.sweep();
    await tea.is("paid");
  },
};
