import { expect } from "vitest";
import { DisputeWebhookSender } from "../actors/dispute-webhook-sender.ts";
import { disputeWebhookShopSetup } from "../dispute-webhook-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const refundReportedScenario: Scenario = {
  title: "A refund that was made in the back office of the gateway is learned from the dispute webhook, once",
  cites: ["B-60"],
  alone: disputeWebhookShopSetup,

  async play({ shop, submittedOrder, gateway }) {
    const webhook = await DisputeWebhookSender.connect(shop, gateway);
    const { tea, attempt } = await submittedOrder();
    await gateway.setOutcome(attempt, "paid");
    expect(await webhook.refund(attempt)).toBe("200 OK");
    expect(await webhook.repost(attempt)).toBe("200 OK");
    const [paid] = await tea.attempts();
    expect(paid?.gatewayRefunds).toMatchObject([{ state: "succeeded", amount: tea.total, ofOrder: true }]);
    expect((await tea.reading()).payment).toMatchObject({ state: "paid", reviewItems: [] });
  },
};
