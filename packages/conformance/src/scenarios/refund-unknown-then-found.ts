import { expect } from "vitest";
import { refundingShop, untilChecked } from "../refunding-shop.ts";
import type { Scenario } from "../scenario.ts";

export const refundUnknownThenFoundScenario: Scenario = {
  title: "A refund whose answer is lost is sent once, and found by asking",
  cites: ["B-56", "B-57"],
  needs: ["refunds"],
  alone: refundingShop,

  async play({ shop, order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await buyer.pays(attempt);
    await gateway.waitUntilNotified(attempt);
    await gateway.setFaults(attempt, { kind: "lost_call", when: "after", operation: "refund" });
    expect(await shop.refund(tea.checkout, tea.total)).toEqual({ state: "under-way" });
    expect((await tea.attempts()).flatMap(({ gatewayRefunds }) => gatewayRefunds[0]?.state)).toEqual([
      "unknown",
    ]);
    await gateway.setFaults(attempt);
    await gateway.control.advance({ days: 1 });
    await shop.pass(untilChecked);
    await shop.sweep();
    await tea.hasRefunds(["succeeded"], tea.total.minor);
    expect(await gateway.acceptedRefunds(attempt)).toEqual(["19.99"]);
    await tea.is("paid");
  },
};
