import { expect } from "vitest";
import { refundingShop, untilChecked } from "../refunding-shop.ts";
import type { Scenario } from "../scenario.ts";

export const refundedInPartsScenario: Scenario = {
  title: "Several partial refunds give back no more than was paid",
  cites: ["B-56"],
  needs: ["refunds"],
  alone: refundingShop,

  async play({ shop, order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await buyer.pays(attempt);
    await gateway.waitUntilNotified(attempt);
    for (const minor of [500, 700]) await shop.refund(tea.checkout, { ...tea.total, minor });
    expect(await shop.refund(tea.checkout, { ...tea.total, minor: 800 })).toEqual({
      refused: expect.any(String),
    });
    await shop.refund(tea.checkout, { ...tea.total, minor: 799 });
    await gateway.control.advance({ days: 1 });
    await shop.pass(untilChecked);
    await shop.sweep();
    await tea.hasRefunds(["succeeded", "succeeded", "succeeded"], tea.total.minor);
    expect(await gateway.acceptedRefunds(attempt)).toEqual(["5.00", "7.00", "7.99"]);
  },
};
