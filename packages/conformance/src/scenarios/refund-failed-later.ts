import { expect } from "vitest";
import { letRefundsEnd, refundingShopSetup } from "../refunding-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const refundFailedLaterScenario: Scenario = {
  title:
    "A refund that is accepted and fails later becomes a review item, and its amount can be refunded again",
  cites: ["B-57"],
  needs: ["refunds"],
  underQuirks: "recorded",
  alone: refundingShopSetup,

  async play({ shop, gateway, paidOrder }) {
    const { tea, attempt } = await paidOrder();
    await gateway.setFaults(attempt, { kind: "fail_refund" });
    expect(await shop.refund(tea.checkout, { ...tea.total, minor: 500 })).toEqual({ state: "under-way" });
    await letRefundsEnd({ shop, gateway });
    await tea.is("paid", { items: ["refund-failed"] });
    const [refund] = (await tea.attempts()).flatMap(({ gatewayRefunds }) => gatewayRefunds);
    expect(refund).toMatchObject({ state: "failed", amount: { minor: 500 } });
  },
};
