import type { Scenario } from "../scenario.ts";

export const responseApprovalPaysNothingScenario: Scenario = {
  title: "An approval in the gateway's response places no order before its notification arrives",
  cites: ["B-08", "B-09"],
  variants: ["card"],
  // Only the buyer's click and the scenario cause notifications.
  alone: { gateway: { retryGaps: [] } },

  async play({ order, buyer, gateway }, variant) {
    const tea = await order();
    const attempt = await gateway.dropFirstNotification(() => buyer.submits(tea, variant));
    await tea.is("approved");

    await gateway.resendCorrect(attempt);
    await tea.is("paid");
  },
};
