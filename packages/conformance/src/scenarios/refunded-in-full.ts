import { expect } from "vitest";
import { letRefundsEnd, refundingShopSetup } from "../refunding-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const refundedInFullScenario: Scenario = {
  title: "A full refund is accepted, and the order displays it as made after the gateway confirms it",
  cites: ["B-56"],
  needs: ["refunds"],
  underQuirks: "recorded",
  alone: refundingShopSetup,

  async play({ shop, gateway, paidOrder }) {
    const { tea, attempt } = await paidOrder();
    expect(await shop.refund(tea.checkout, tea.total)).toEqual({ state: "under-way" });
    await letRefundsEnd({ shop, gateway });
    await tea.hasRefunds(["succeeded"], tea.total.minor);
    expect(await gateway.acceptedRefunds(attempt)).toEqual(["19.99"]);
    await tea.is("paid");
  },
};
