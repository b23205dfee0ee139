import { expect } from "vitest";
import { DisputeWebhookSender } from "../actors/dispute-webhook-sender.ts";
import type { ScenarioContext } from "../actors/scenario-context.ts";
import type { IsolatedSetup, Scenario } from "../scenario.ts";

/** A shop with dispute webhooks, and a gateway of its own. */
const disputeWebhookShopSetup: IsolatedSetup = {
  shop: { operations: { disputeWebhook: {} } },
  gateway: {},
};

/** The shop has a dispute webhook and a paid order. */
async function payWithWebhook({ shop, submittedOrder, gateway }: ScenarioContext) {
  const webhook = await DisputeWebhookSender.connect(shop, gateway);
  const { tea, attempt } = await submittedOrder();
  await gateway.setOutcome(attempt, "paid");
  return { webhook, tea, attempt };
}

/** The gateway reports refunds, chargebacks and alerts to the dispute webhook. */
export const disputeScenarios = {
  "refunded-before-placed": {
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
  },

  "dispute-reported": {
    title:
      "A chargeback and an alert about a paid order reach staff and the shop's own code, and the order stays paid",
    cites: ["B-60"],
    alone: disputeWebhookShopSetup,

    async play(context) {
      const { webhook, tea, attempt } = await payWithWebhook(context);

      expect(await webhook.report(attempt, "ethoca_alert")).toBe("200 OK");
      await tea.hasDisputes(["ethoca-alert"]);
      expect(await webhook.report(attempt, "chargeback")).toBe("200 OK");
      await tea.hasDisputes(["chargeback", "ethoca-alert"]);
      await tea.is("paid", { items: ["dispute", "dispute"] });
    },
  },

  "dispute-repeated": {
    title:
      "A repeated message of the dispute webhook gets OK, and nothing is written, also if it has other fields that nobody signs",
    cites: ["B-60", "B-30"],
    alone: disputeWebhookShopSetup,

    async play(context) {
      const { shop, gateway } = context;
      const { webhook, tea, attempt } = await payWithWebhook(context);
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
  },

  "dispute-forged": {
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
  },

  "disputes-off": {
    title: "A shop that does not use the dispute webhook answers its address like any unknown address",
    cites: ["B-60"],

    async play({ shop }) {
      expect(await shop.disputeWebhooks()).toEqual([]);
      const post = async (path: string) => {
        const body = new URLSearchParams({ alert_type: "Chargebacks" });
        const response = await fetch(`${shop.publicUrl}/${path}`, { method: "POST", body });
        return `${response.status} ${await response.text()}`;
      };
      expect(await post(`dispute/default/10002/${"0".repeat(26)}`)).toBe("404 unknown");
      expect(await post("nowhere")).toBe("404 unknown");
    },
  },

  "refund-reported": {
    title:
      "A refund that was made in the back office of the gateway is learned from the dispute webhook, once",
    cites: ["B-60"],
    alone: disputeWebhookShopSetup,

    async play(context) {
      const { webhook, tea, attempt } = await payWithWebhook(context);
      expect(await webhook.refund(attempt)).toBe("200 OK");
      expect(await webhook.repost(attempt)).toBe("200 OK");
      const [paid] = await tea.attempts();
      expect(paid?.gatewayRefunds).toMatchObject([{ state: "succeeded", amount: tea.total, ofOrder: true }]);
      expect((await tea.reading()).payment).toMatchObject({ state: "paid", reviewItems: [] });
    },
  },
} satisfies Record<string, Scenario>;
