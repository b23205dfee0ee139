import { expect } from "vitest";
import { letRefundsEnd, refundingShopSetup } from "../refunding-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const refundedInPartsScenario: Scenario = {
  title: "Several partial refunds give back no more than was paid",
  cites: ["B-56"],
  needs: ["refunds"],
  alone: refundingShopSetup,

  async play({ shop, gateway, paidOrder }) {
    const { tea, attempt } = await paidOrder();
    for (const minor of [500, 700]) await shop.refund(tea.checkout, { ...tea.total, minor });
    expect(await shop.refund(tea.checkout, { ...tea.total, minor: 800 })).toEqual({
      refused: expect.any(String),
    });
    await shop.refund(tea.checkout, { ...tea.total, minor: 799 });
    await letRefundsEnd({ shop, gateway });
    await tea.hasRefunds(["succeeded", "succeeded", "succeeded"], tea.total.minor);
    expect(await gateway.acceptedRefunds(attempt)).toEqual(["5.00", "7.00", "7.99"]);
  },
};
