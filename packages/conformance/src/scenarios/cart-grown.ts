import type { Scenario } from "../scenario.ts";

export const cartGrown: Scenario = {
  title:
    "A cart that grew after the buyer had left is not given away for the old price, and the money is not lost",
  cites: ["B-11", "B-19", "B-20"],
  needs: ["cart-changes"],

  async play({ shop, order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await shop.change(tea.checkout, "grow");
    await gateway.ends(attempt, "paid");
    await tea.isPaidAndPlacedOrHeld();
  },
};
