import { expect } from "vitest";
import { refundingShop, untilChecked } from "../refunding-shop.ts";
import type { Scenario } from "../scenario.ts";

export const refundRefusedScenario: Scenario = {
  title:
    "A refund that the gateway refuses is told to staff, is in no record of the order, and can be made again",
  cites: ["B-56", "B-57"],
  needs: ["refunds"],
  alone: refundingShop,

  async play({ shop, order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await buyer.pays(attempt);
    await gateway.waitUntilNotified(attempt);
    await gateway.setFaults(attempt, { kind: "refuse_refund" });
    const answer = await shop.refund(tea.checkout, tea.total);
    expect(answer).toEqual({ refused: expect.stringContaining("V0011") });
    await tea.hasRefunds(["failed"], 0);
    await gateway.setFaults(attempt);
    expect(await shop.refund(tea.checkout, tea.total)).toEqual({ state: "under-way" });
    await gateway.control.advance({ days: 1 });
    await shop.pass(untilChecked);
    await shop.sweep();
    await tea.hasRefunds(["failed", "succeeded"], tea.total.minor);
  },
};
