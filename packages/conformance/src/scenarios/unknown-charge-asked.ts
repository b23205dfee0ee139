import { expect } from "vitest";
import { queryingShopSetup } from "../querying-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const unknownChargeAskedScenario: Scenario = {
  title: "A direct charge whose response and notification are lost is found by asking, and is not repeated",
  cites: ["B-24", "B-29", "B-55"],
  variants: ["card"],
  alone: queryingShopSetup,

  async play({ shop, order, buyer, gateway }, variant) {
    const tea = await order();
    await gateway.control.setFaults({ of: "all" }, [
      { kind: "lost_connection", when: "after" },
      { kind: "drop" },
    ]);
    const attempt = await buyer.submits(tea, variant);
    await gateway.control.setFaults({ of: "all" }, [{ kind: "drop" }]);
    await tea.is("pending");

    await shop.moveClock(16);
    await shop.sweep();
    await tea.is("paid");
    expect((await tea.attempts()).map(({ attemptId }) => attemptId)).toEqual([attempt.attemptId]);
  },
};
