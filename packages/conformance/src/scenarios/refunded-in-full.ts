import { expect } from "vitest";
import { refundingShop, untilChecked } from "../refunding-shop.ts";
import type { Scenario } from "../scenario.ts";

export const refundedInFullScenario: Scenario = {
  title: "A full refund is accepted, and shown as made in the order once the gateway says so",
  cites: ["B-56"],
  needs: ["refunds"],
  alone: refundingShop,

  async play({ shop, order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await buyer.pays(attempt);
    await gateway.waitUntilNotified(attempt);
    expect(await shop.refund(tea.checkout, tea.total)).toEqual({ state: "under-way" });
    await gateway.control.advance({ days: 1 });
    await shop.pass(untilChecked);
    await shop.sweep();
    await tea.hasRefunds(["succeeded"], tea.total.minor);
    expect(await gateway.acceptedRefunds(attempt)).toEqual(["19.99"]);
    await tea.is("paid");
  },
};
