import { expect } from "vitest";
import { DisputeWebhookSender } from "../actors/dispute-webhook-sender.ts";
import { disputeWebhookShopSetup } from "../dispute-webhook-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const disputeReportedScenario: Scenario = {
  title:
    "A chargeback and an alert about a paid order reach staff and the shop's own code, and the order stays paid",
  cites: ["B-60"],
  alone: disputeWebhookShopSetup,

  async play({ shop, submittedOrder, gateway }) {
    const webhook = await DisputeWebhookSender.connect(shop, gateway);
    const { tea, attempt } = await submittedOrder();
    await gateway.setOutcome(attempt, "paid");

    expect(await webhook.report(attempt, "ethoca_alert")).toBe("200 OK");
    await tea.hasDisputes(["ethoca-alert"]);
    expect(await webhook.report(attempt, "chargeback")).toBe("200 OK");
    await tea.hasDisputes(["chargeback", "ethoca-alert"]);
    await tea.is("paid", { items: ["dispute", "dispute"] });
  },
};
