import type { Scenario } from "../scenario.ts";

export const cartShrunkScenario: Scenario = {
  title:
    "If the cart shrinks after the buyer left for the gateway, the order is placed as paid, or a review item opens",
  cites: ["B-11", "B-19", "B-20"],
  needs: ["cart-changes"],

  async play({ shop, submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await shop.change(tea.checkout, "shrink");
    await gateway.setOutcome(attempt, "paid");
    await tea.isPaidAndPlacedOrHeld();
  },
};
