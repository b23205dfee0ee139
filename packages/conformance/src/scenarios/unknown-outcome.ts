import { variants } from "@pay-index/core";
import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const unknownOutcome: Scenario = {
  title: "A sale whose answer was lost on the way is paid by its notification, and no card is charged twice meanwhile",
  cites: ["B-24", "B-29"],
  variants,

  async play({ order, buyer, gateway }, variant) {
    const tea = await order();
    // The card is charged, but nobody tells the shop: not by the answer, and not by a notification yet.
    await gateway.desk.setFaults({ of: "next" }, [{ kind: "lost_connection", when: "after" }, { kind: "drop" }]);
    const attempt = await buyer.submits(tea, variant);
    await tea.is("pending");

    if (variant === "card" || variant === "subscription") {
      const again = await buyer.submits(tea, variant);
      expect(again.orderNumber).toBe(attempt.orderNumber);
    }
    await gateway.desk.clearFaults();
    await gateway.ends(attempt, "paid");
    await tea.is("paid");
  },
};
