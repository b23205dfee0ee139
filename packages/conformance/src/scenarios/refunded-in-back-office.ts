import { expect } from "vitest";
import { queryingShopSetup } from "../querying-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const refundedInBackOfficeScenario: Scenario = {
  title:
    "A refund of the back office that is reported as a late repeat of the success is asked about, and recorded once",
  cites: ["B-60"],
  alone: { ...queryingShopSetup, gateway: { quirks: "recorded", retryGaps: [] } },

  async play({ shop, paidOrder, gateway }) {
    const { tea, attempt } = await paidOrder();
    await gateway.resendCorrect(attempt);
    await shop.moveClock(2 * 3600);
    await gateway.refundInBackOffice(attempt);
    await shop.sweep();
    const [paid] = await tea.attempts();
    expect(paid?.gatewayRefunds).toMatchObject([{ state: "succeeded", amount: tea.total, ofOrder: true }]);
    expect((await tea.reading()).payment).toMatchObject({ state: "paid", reviewItems: [] });
  },
};
