import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

const secondsUntilNextTry = 11;

/** Seconds. Long enough for every other order of the scenario on a busy machine. */
const hookTimeout = 8;

export const hookHangsScenario: Scenario = {
  title:
    "Code of the shop that never ends stops no other order, and its own order is placed once at the next try",
  cites: ["B-20", "B-28", "B-38"],
  needs: ["injectedFailures"],
  alone: { shop: { hookTimeout, replyWithin: 1 } },

  async play({ shop, submittedOrder, order, buyer, gateway }) {
    const { tea, attempt: hanging } = await submittedOrder();
    await shop.hangOrder(tea.checkout);
    try {
      await gateway.setOutcome(hanging, "paid");
      const coffee = await order();
      const other = await buyer.submits(coffee);
      await gateway.setOutcome(other, "paid");
      await coffee.is("paid");
      expect(await tea.reading()).toMatchObject({ payment: { state: "paid" }, paid: false, effects: 0 });
    } finally {
      // Otherwise a shop that fails here could not close.
      await shop.endHang();
    }
    expect(await tea.reading()).toMatchObject({ paid: false, effects: 0 });
    await shop.moveClock(secondsUntilNextTry);
    await shop.sweep();
    await tea.is("paid");
  },
};
