import { expect } from "vitest";
import { queryingShopSetup } from "../querying-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const duplicateRefusedInKoreanScenario: Scenario = {
  title: "A buyer whose direct charge is refused as a duplicate, in Korean, is not charged twice",
  cites: ["B-24", "B-29", "B-55"],
  variants: ["card"],
  alone: queryingShopSetup,

  async play({ shop, order, buyer, gateway }, variant) {
    const tea = await order();
    // The gateway charges the card with the first copy of the request, and the shop gets the response to the second copy.
    await gateway.control.setFaults({ of: "all" }, [
      { kind: "duplicate_rejection", language: "ko" },
      { kind: "drop" },
    ]);
    const attempt = await buyer.submits(tea, variant);
    await gateway.control.setFaults({ of: "all" }, [{ kind: "drop" }]);
    await tea.is("pending");

    const again = await buyer.submits(tea, variant);
    expect(again.attemptId).toBe(attempt.attemptId);
    await shop.moveClock(16);
    await shop.sweep();
    await tea.is("paid");
    expect((await tea.attempts()).map(({ attemptId }) => attemptId)).toEqual([attempt.attemptId]);
  },
};
