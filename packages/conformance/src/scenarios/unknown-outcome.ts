import { variants } from "@pay-index/core";
import { expect } from "vitest";
import { takesCardInShop } from "../actors/buyer.ts";
import type { Scenario } from "../scenario.ts";

export const unknownOutcomeScenario: Scenario = {
  title: "A sale whose response was lost is paid by its notification, and no card is charged twice",
  cites: ["B-24", "B-29"],
  variants,

  async play({ order, buyer, gateway }, variant) {
    const tea = await order();
    // The card is charged, but the shop learns this neither from the answer nor, for now, from a notification.
    await gateway.control.setFaults({ of: "all" }, [
      { kind: "lost_connection", when: "after" },
      { kind: "drop" },
    ]);
    const attempt = await buyer.submits(tea, variant);
    // The gateway retries repeatedly. The shop receives no notification until the buyer has clicked once more.
    await gateway.setFaults(attempt, { kind: "drop" });
    await gateway.control.setFaults({ of: "all" }, []);
    await tea.is("pending");

    if (takesCardInShop(variant)) {
      const again = await buyer.submits(tea, variant);
      expect(again.attemptId).toBe(attempt.attemptId);
      expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
    } else {
      await gateway.setFaults(attempt);
      await gateway.setOutcome(attempt, "paid");
    }
    await tea.is("paid");
  },
};
