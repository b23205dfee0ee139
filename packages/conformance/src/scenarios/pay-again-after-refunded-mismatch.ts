import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const payAgainAfterRefundedMismatchScenario: Scenario = {
  title: "A buyer whose charge of another amount was refunded can pay the same cart again",
  cites: ["B-11", "B-18"],
  needs: ["resolutions"],

  async play({ submittedOrder, buyer, gateway, staff }) {
    const { tea, attempt: refunded } = await submittedOrder();
    await gateway.payWithFaults(refunded, { kind: "wrong_amount", trueAmount: "1.00" });
    await tea.is("review", { items: ["amount-mismatch"] });
    await staff.refunds(refunded, "amount-mismatch");
    await tea.isRefunded();
    const again = await buyer.submits(tea);
    expect(again.attemptId).not.toBe(refunded.attemptId);
    await gateway.setOutcome(again, "paid");
    await tea.isPlacedFor(again);
  },
};
