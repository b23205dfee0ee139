import { buyerCards, createSubmission } from "../actors/buyer.ts";
import type { Scenario } from "../scenario.ts";

export const notificationBeforeResponseScenario: Scenario = {
  title: "A notification that arrives before the response to the sale finds its attempt and counts",
  cites: ["B-24"],
  variants: ["card", "subscription"],
  // The gateway delays each answer until the shop has received the notification.
  alone: { gateway: { jitter: { min: -5000, max: -5000 } } },

  async play({ submittedOrder, buyer, gateway }, variant) {
    const { tea, attempt: first } = await submittedOrder(createSubmission(variant, buyerCards.declined));
    await gateway.waitUntilNotified(first);
    await tea.is("failed");

    const second = await buyer.submits(tea, createSubmission(variant, buyerCards.good));
    await gateway.waitUntilNotified(second);
    await tea.is("paid");
  },
};
