import { expect } from "vitest";
import { DisputeWebhookSender } from "../actors/dispute-webhook-sender.ts";
import { disputeWebhookShopSetup } from "../dispute-webhook-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const disputeRepeatedScenario: Scenario = {
  title:
    "A repeated message of the dispute webhook gets OK, and nothing is written, also if it has other fields that nobody signs",
  cites: ["B-60", "B-30"],
  alone: disputeWebhookShopSetup,

  async play({ shop, submittedOrder, gateway }) {
    const webhook = await DisputeWebhookSender.connect(shop, gateway);
    const { tea, attempt } = await submittedOrder();
    await gateway.setOutcome(attempt, "paid");
    await gateway.setFaults(attempt, { kind: "duplicate_dispute", copies: 5 });
    expect(await webhook.report(attempt, "chargeback")).toBe("200 OK");
    await tea.hasDisputes(["chargeback"]);

    const { engine } = await shop.dump();
    for (const unsigned of [{}, { attach: "1" }, { attach: "2" }, { x1: "0" }, { x2: "0", attach: "3" }])
      expect(await webhook.repost(attempt, unsigned)).toBe("200 OK");
    expect((await shop.dump()).engine).toBe(engine);
    await tea.hasDisputes(["chargeback"]);
    await tea.is("paid", { items: ["dispute"] });
  },
};
