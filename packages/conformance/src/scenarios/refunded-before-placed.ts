import { expect } from "vitest";
import { DisputeWebhookSender } from "../actors/dispute-webhook-sender.ts";
import { disputeWebhookShopSetup } from "../dispute-webhook-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const refundedBeforePlacedScenario: Scenario = {
  title: "An order whose money is known to have gone back is not placed by itself, and staff see both",
  cites: ["B-19", "B-60"],
  // The gateway sends each notification once, so the next delivery is the one of the refund.
  alone: { ...disputeWebhookShopSetup, gateway: { retryGaps: [] } },

  async play({ shop, submittedOrder, gateway }) {
    const webhook = await DisputeWebhookSender.connect(shop, gateway);
    const { tea, attempt } = await submittedOrder();
    await gateway.payWithFaults(attempt, { kind: "wrong_token" });
    expect(await webhook.refund(attempt)).toBe("200 OK");
    expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
    await shop.sweep();
    await tea.isHeld(["order-not-placed", "refund-notice"]);
    const { reviewItems } = (await tea.reading()).payment;
    const item = reviewItems.find(({ kind }) => kind === "order-not-placed");
    expect(item?.problem.code).toBe("money_returned");
  },
};
