import { expect } from "vitest";
import { askingShop } from "../asking-shop.ts";
import type { Scenario } from "../scenario.ts";

export const lostThenAskedScenario: Scenario = {
  title: "A payment whose notification is lost is found while the buyer waits, if the shop asks the gateway",
  cites: ["B-29", "B-55"],
  alone: askingShop,

  async play({ shop, order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await gateway.setFaults(attempt, { kind: "drop" });
    const page = await buyer.opens(await buyer.pays(attempt));
    expect(page.isWaiting).toBe(true);
    await tea.is("pending");

    await shop.pass(4);
    await buyer.opens(page.url);
    // The page does not wait for the gateway's answer. This also finds the payment if the buyer closed the page.
    await shop.sweep();
    await tea.is("paid");
    expect((await buyer.opens(page.url)).isWaiting).toBe(false);
  },
};
