import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const refundsOffScenario: Scenario = {
  title: "A shop without the operation sends no refund",
  cites: ["B-45", "B-56"],
  needs: ["refunds"],
  alone: {},

  async play({ shop, order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await buyer.pays(attempt);
    await gateway.waitUntilNotified(attempt);
    await shop.refund(tea.checkout, tea.total);
    expect(await gateway.acceptedRefunds(attempt)).toEqual([]);
    expect((await tea.attempts()).flatMap(({ gatewayRefunds }) => gatewayRefunds)).toEqual([]);
  },
};
