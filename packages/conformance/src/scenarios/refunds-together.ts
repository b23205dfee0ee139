import { expect } from "vitest";
import { refundingShopSetup } from "../refunding-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const refundsTogetherScenario: Scenario = {
  title: "Ten refunds at the same time give back no more than was paid",
  cites: ["B-56"],
  needs: ["refunds"],
  alone: refundingShopSetup,

  async play({ shop, gateway, paidOrder }) {
    const { tea, attempt } = await paidOrder();
    const refunds = Array.from({ length: 10 }, () => shop.refund(tea.checkout, { ...tea.total, minor: 500 }));
    const made = (await Promise.all(refunds)).filter((answer) => "state" in answer);
    // A host can refuse more of them, because it changes an order once at a time.
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThanOrEqual(3);
    expect(await gateway.acceptedRefunds(attempt)).toEqual(made.map(() => "5.00"));
    // The shop itself refuses the others: the gateway is not asked for more than was paid.
    expect((await tea.attempts()).flatMap(({ gatewayRefunds }) => gatewayRefunds)).toHaveLength(made.length);
  },
};
