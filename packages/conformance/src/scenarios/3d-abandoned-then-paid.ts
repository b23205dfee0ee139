import { buyerCards, createSubmission } from "../actors/buyer.ts";
import type { Scenario } from "../scenario.ts";

const hour = 3600;

export const threeDAbandonedThenPaidScenario: Scenario = {
  title: "A payment without a result gets a review item after a while, and a late success still pays it",
  cites: ["B-25", "B-29", "B-42"],
  variants: ["card", "subscription"],

  async play({ shop, submittedOrder, gateway }, variant) {
    const { tea, attempt } = await submittedOrder(createSubmission(variant, buyerCards.asks));
    await shop.sweep();
    await tea.is("pending");

    await shop.moveClock(hour + 1);
    await shop.sweep();
    await tea.is("pending", { items: ["no-result"] });

    await gateway.setOutcome(attempt, "paid");
    await tea.is("paid");
  },
};
