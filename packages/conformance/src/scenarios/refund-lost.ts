import { expect } from "vitest";
import { refundingShopSetup } from "../refunding-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const refundLostScenario: Scenario = {
  title: "A refund that the gateway never got is not sent again, keeps its amount, and becomes a review item",
  cites: ["B-56", "B-57"],
  needs: ["refunds"],
  alone: refundingShopSetup,

  async play({ shop, gateway, paidOrder }) {
    const { tea, attempt } = await paidOrder();
    await gateway.setFaults(attempt, { kind: "lost_call", when: "before", operation: "refund" });
    expect(await shop.refund(tea.checkout, tea.total)).toEqual({ state: "under-way" });
    await gateway.setFaults(attempt);
    for (const seconds of [10, 30, 120, 600, 3600, 7200]) {
      await shop.moveClock(seconds);
      await shop.sweep();
    }
    expect(await shop.refund(tea.checkout, { ...tea.total, minor: 1 })).toEqual({
      refused: expect.any(String),
    });
    expect(await gateway.acceptedRefunds(attempt)).toEqual([]);
    await tea.is("paid", { items: ["refund-not-confirmed"] });
  },
};
