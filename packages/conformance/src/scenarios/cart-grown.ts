import type { Scenario } from "../scenario.ts";

export const cartGrownScenario: Scenario = {
  title:
    "If the cart grows after the buyer left for the gateway, no order is placed for the old price, and the payment stays on record",
  cites: ["B-11", "B-19", "B-20"],
  needs: ["cart-changes"],

  async play({ shop, order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await shop.change(tea.checkout, "grow");
    await gateway.setOutcome(attempt, "paid");
    await tea.isPaidAndPlacedOrHeld();
  },
};
