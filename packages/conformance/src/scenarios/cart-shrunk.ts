import type { Scenario } from "../scenario.ts";

export const cartShrunk: Scenario = {
  title: "A cart that shrank after the buyer had left is settled as it was paid, or held for a person",
  cites: ["B-11", "B-19", "B-20"],
  needs: ["cart-changes"],

  async play({ shop, order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await shop.change(tea.checkout, "shrink");
    await gateway.ends(attempt, "paid");
    await tea.isPaidAndPlacedOrHeld();
  },
};
