import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const responseApprovalPaysScenario: Scenario = {
  title:
    "A shop can let an approval in the gateway's response pay, and a notification that follows adds nothing",
  cites: ["B-09", "B-30"],
  variants: ["card"],
  alone: { shop: { immediateSuccess: "paid" }, gateway: { retryGaps: [] } },

  async play({ order, buyer, gateway }, variant) {
    const tea = await order();
    const attempt = await gateway.dropFirstNotification(() => buyer.submits(tea, variant));
    await tea.is("paid");

    expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
    await tea.is("paid");
  },
};
