import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const refundedBuyerPaysAgainScenario: Scenario = {
  title: "A buyer whose payment was refunded is informed, and can pay the same cart again",
  cites: ["B-11", "B-18", "B-20"],
  needs: ["cart-changes", "resolutions"],

  async play({ shop, submittedOrder, buyer, gateway, staff }) {
    const { tea, attempt: refunded } = await submittedOrder();
    await shop.change(tea.checkout, "grow");
    await gateway.setOutcome(refunded, "paid");
    await tea.isPaidButNotPlaced();
    await staff.refunds(refunded, "order-not-placed");
    await tea.isRefunded();
    const again = await buyer.submits(tea);
    expect(again.attemptId).not.toBe(refunded.attemptId);
    await gateway.setOutcome(again, "paid");
    await tea.isPlacedFor(again);
  },
};
