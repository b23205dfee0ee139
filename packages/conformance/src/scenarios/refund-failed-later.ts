import { expect } from "vitest";
import { refundingShop, untilChecked } from "../refunding-shop.ts";
import type { Scenario } from "../scenario.ts";

export const refundFailedLaterScenario: Scenario = {
  title:
    "A refund that is accepted and fails later becomes a review item, and its amount can be refunded again",
  cites: ["B-57"],
  needs: ["refunds"],
  alone: refundingShop,

  async play({ shop, order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await buyer.pays(attempt);
    await gateway.waitUntilNotified(attempt);
    await gateway.setFaults(attempt, { kind: "fail_refund" });
    expect(await shop.refund(tea.checkout, { ...tea.total, minor: 500 })).toEqual({ state: "under-way" });
    await gateway.control.advance({ days: 1 });
    await shop.pass(untilChecked);
    await shop.sweep();
    await tea.is("paid", { items: ["refund-failed"] });
    const [refund] = (await tea.attempts()).flatMap(({ gatewayRefunds }) => gatewayRefunds);
    expect(refund).toMatchObject({ state: "failed", amount: { minor: 500 } });
  },
};
