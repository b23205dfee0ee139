import { buyerCards, createSubmission } from "../actors/buyer.ts";
import type { Scenario } from "../scenario.ts";

export const threeDFailedScenario: Scenario = {
  title: "A buyer who fails 3D Secure can try another card immediately",
  cites: ["B-18", "B-22"],
  variants: ["card", "subscription"],

  async play({ submittedOrder, buyer, gateway }, variant) {
    const { tea, attempt: first } = await submittedOrder(createSubmission(variant, buyerCards.asks));
    await buyer.isDeclined(first);
    await gateway.waitUntilNotified(first);
    await tea.is("failed");

    const second = await buyer.submits(tea, createSubmission(variant, buyerCards.good));
    await gateway.waitUntilNotified(second);
    await tea.is("paid");
  },
};
