import { expect } from "vitest";
import { letRefundsEnd, refundingShopSetup } from "../refunding-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const refundRefusedScenario: Scenario = {
  title:
    "If the gateway refuses a refund, staff read why, the order does not change, and staff can refund again",
  cites: ["B-56", "B-57"],
  needs: ["refunds"],
  alone: refundingShopSetup,

  async play({ shop, gateway, paidOrder }) {
    const { tea, attempt } = await paidOrder();
    await gateway.setFaults(attempt, { kind: "refuse_refund" });
    const answer = await shop.refund(tea.checkout, tea.total);
    expect(answer).toEqual({ refused: expect.stringContaining("V0011") });
    await tea.hasRefunds(["failed"], 0);
    await gateway.setFaults(attempt);
    expect(await shop.refund(tea.checkout, tea.total)).toEqual({ state: "under-way" });
    await letRefundsEnd({ shop, gateway });
    await tea.hasRefunds(["failed", "succeeded"], tea.total.minor);
  },
};
