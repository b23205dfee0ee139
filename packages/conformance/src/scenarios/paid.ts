import { variants } from "@pay-index/core";
import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const paidScenario: Scenario = {
  title: "A payment with a verified notification becomes one order, one payment and one effect",
  cites: ["B-01", "B-09", "B-34", "B-40b"],
  variants,
  underQuirks: "all",

  async play({ submittedOrder, buyer, gateway }, variant) {
    const { tea, attempt } = await submittedOrder(variant);
    const back = await buyer.pays(attempt);
    await gateway.waitUntilNotified(attempt);
    await tea.is("paid");
    expect(await buyer.opens(back)).toMatchObject({ isWaiting: false });
    await tea.is("paid");
  },
};
