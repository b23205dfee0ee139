import { expect } from "vitest";
import { DisputeWebhookSender } from "../actors/dispute-webhook-sender.ts";
import { disputeWebhookShopSetup } from "../dispute-webhook-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const disputeForgedScenario: Scenario = {
  title:
    "A message of the dispute webhook without the right signature, order and address is refused and changes nothing",
  cites: ["B-60", "B-36"],
  alone: disputeWebhookShopSetup,

  async play({ shop, order, buyer, gateway }) {
    const webhook = await DisputeWebhookSender.connect(shop, gateway);
    const other = await order();
    const otherAttempt = await buyer.submits(other);
    await gateway.setOutcome(otherAttempt, "paid");
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await gateway.setOutcome(attempt, "paid");
    await webhook.report(otherAttempt, "chargeback");

    const aboutTea = { orderid: attempt.attemptId };
    expect(await webhook.repost(otherAttempt, { ...aboutTea, sign: "" })).toBe("401 unsigned");
    expect(await webhook.repost(otherAttempt, { ...aboutTea, sign: "0".repeat(32) })).toBe("401 mismatch");
    expect(await webhook.repost(otherAttempt, aboutTea)).toBe("401 mismatch");
    expect(await webhook.repost(otherAttempt, { ...aboutTea, memberid: "10001" })).toBe("403 foreign");
    expect(await webhook.repost(otherAttempt, {}, "0".repeat(26))).toBe("404 unknown");
    await tea.is("paid");
    await tea.hasDisputes([]);

    await other.is("paid", { items: ["dispute"] });
  },
};
