import type { Scenario } from "../scenario.ts";

export const cartGrownScenario: Scenario = {
  title:
    "If the cart grows after the buyer left for the gateway, no order is placed for the old price, and the payment stays on record",
  cites: ["B-11", "B-19", "B-20"],
  needs: ["cart-changes"],

  async play({ shop, submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await shop.change(tea.checkout, "grow");
    await gateway.setOutcome(attempt, "paid");
    await tea.isPaidAndPlacedOrHeld();
  },
};
