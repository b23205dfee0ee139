import type { Scenario } from "../scenario.ts";

export const grownCartOldTabFirstScenario: Scenario = {
  title:
    "If the tab with the old price is paid first, the order of the tab with the new price is still placed",
  cites: ["B-10", "B-11"],
  needs: ["cart-changes"],

  async play({ shop, submittedOrder, buyer, gateway }) {
    const { tea, attempt: old } = await submittedOrder();
    await shop.change(tea.checkout, "grow");
    const grown = await buyer.submits(tea);
    await gateway.setOutcome(old, "paid");
    await gateway.setOutcome(grown, "paid");
    await tea.isPlacedFor(grown, { items: ["paid-twice"] });
  },
};
