import type { Scenario } from "../scenario.ts";

export const grownCartOldTabFirst: Scenario = {
  title: "Of two tabs with an old and a new price the new one is placed, also if the old one is paid first",
  cites: ["B-10", "B-11"],
  needs: ["cart-changes"],

  async play({ shop, order, buyer, gateway }) {
    const tea = await order();
    const old = await buyer.submits(tea);
    await shop.change(tea.checkout, "grow");
    const grown = await buyer.submits(tea);
    await gateway.ends(old, "paid");
    await gateway.ends(grown, "paid");
    await tea.isPlacedFor(grown, { items: ["paid-twice"] });
  },
};
