import { expect } from "vitest";
import { refundingShopSetup } from "../refunding-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const refundDuringSecondPaymentScenario: Scenario = {
  title:
    "A refund while a second payment of the order arrives gives back the payment of the order, and the second one stays with staff",
  cites: ["B-08", "B-56"],
  needs: ["refunds", "cart-changes"],
  alone: refundingShopSetup,

  async play({ shop, submittedOrder, buyer, gateway }) {
    const { tea, attempt: first } = await submittedOrder("hosted");
    const second = await buyer.submits(tea, "link");
    await buyer.pays(first);
    await gateway.waitUntilNotified(first);
    await gateway.setFaults(first, { kind: "slow_reply", seconds: 1, operation: "refund" });
    const refund = shop.refund(tea.checkout, tea.total);
    await buyer.pays(second);
    await gateway.waitUntilNotified(second);
    expect(await refund).toEqual({ state: "under-way" });
    expect(await gateway.acceptedRefunds(first)).toEqual(["19.99"]);
    expect(await gateway.acceptedRefunds(second)).toEqual([]);
    await tea.isPlacedFor(first, { items: ["paid-twice"] });
  },
};
