import { expect } from "vitest";
import { DisputeWebhookSender } from "../actors/dispute-webhook-sender.ts";
import { disputeWebhookShopSetup } from "../dispute-webhook-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const disputeForgedScenario: Scenario = {
  title:
    "A message of the dispute webhook without the right signature, order, type and address is refused and decides nothing",
  cites: ["B-60", "B-36"],
  alone: disputeWebhookShopSetup,

  async play({ shop, submittedOrder, order, buyer, gateway }) {
    const webhook = await DisputeWebhookSender.connect(shop, gateway);
    const other = await order();
    const otherAttempt = await buyer.submits(other);
    await gateway.setOutcome(otherAttempt, "paid");
    const { tea, attempt } = await submittedOrder();
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

    const { pay_memberid } = await gateway.submittedFields(attempt);
    const webhooks = await shop.disputeWebhooks();
    const { url } = webhooks.find(({ merchantId }) => merchantId === pay_memberid) ?? { url: "" };
    expect(await gateway.postQueryReply(attempt, {}, url)).toBe("400 malformed");
    await tea.is("paid", { items: ["not-verified"] });
    await tea.hasDisputes([]);
  },
};
