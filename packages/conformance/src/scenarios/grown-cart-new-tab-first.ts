import type { Scenario } from "../scenario.ts";

export const grownCartNewTabFirstScenario: Scenario = {
  title:
    "If the tab with the new price is paid first, its order is placed, and the tab with the old price is paid twice",
  cites: ["B-10", "B-11"],
  needs: ["cart-changes"],

  async play({ shop, submittedOrder, buyer, gateway }) {
    const { tea, attempt: old } = await submittedOrder();
    await shop.change(tea.checkout, "grow");
    const grown = await buyer.submits(tea);
    await gateway.setOutcome(grown, "paid");
    await gateway.setOutcome(old, "paid");
    await tea.isPlacedFor(grown, { items: ["paid-twice"] });
  },
};
