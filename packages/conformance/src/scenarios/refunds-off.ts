import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const refundsOffScenario: Scenario = {
  title: "A shop without the operation sends no refund",
  cites: ["B-45", "B-56"],
  needs: ["refunds"],
  alone: {},

  async play({ shop, gateway, paidOrder }) {
    const { tea, attempt } = await paidOrder();
    await shop.refund(tea.checkout, tea.total);
    expect(await gateway.acceptedRefunds(attempt)).toEqual([]);
    expect((await tea.attempts()).flatMap(({ gatewayRefunds }) => gatewayRefunds)).toEqual([]);
  },
};
