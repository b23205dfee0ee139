import type { Scenario } from "../scenario.ts";

export const cartEmptiedScenario: Scenario = {
  title: "If the cart is emptied after the buyer left for the gateway, the payment stays on record",
  cites: ["B-11", "B-19", "B-20"],
  needs: ["cart-changes"],

  async play({ shop, submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await shop.change(tea.checkout, "empty");
    await gateway.setOutcome(attempt, "paid");
    await tea.isPaidAndPlacedOrHeld();
  },
};
