import { expect } from "vitest";
import { queryingShopSetup } from "../querying-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const lostNotificationFoundByQueryScenario: Scenario = {
  title: "A payment whose notification is lost is found while the buyer waits, if the shop asks the gateway",
  cites: ["B-29", "B-55"],
  underQuirks: "recorded",
  alone: queryingShopSetup,

  async play({ shop, submittedOrder, buyer, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await gateway.setFaults(attempt, { kind: "drop" });
    const page = await buyer.opens(await buyer.pays(attempt));
    expect(page.isWaiting).toBe(true);
    await tea.is("pending");

    await shop.moveClock(4);
    // The page reloads itself. It has the gateway asked, and does not wait for the answer.
    await expect.poll(async () => (await buyer.opens(page.url)).isWaiting).toBe(false);
    await tea.is("paid");
  },
};
