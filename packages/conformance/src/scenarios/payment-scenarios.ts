import { variants } from "@pay-index/core";
import { expect } from "vitest";
import { buyerCards, createSubmission } from "../actors/buyer.ts";
import type { Scenario } from "../scenario.ts";
import { payAfterDecline } from "./shared-steps.ts";

const declines = 16;

const hour = 3600;

/** A buyer pays by card or at the gateway, or is declined. */
export const paymentScenarios = {
  paid: {
    title: "A payment with a verified notification becomes one order, one payment and one effect",
    cites: ["B-01", "B-09", "B-34", "B-40b"],
    variants,
    underQuirks: "all",

    async play({ submittedOrder, buyer, pay }, variant) {
      const { tea, attempt } = await submittedOrder(variant);
      const back = await pay(attempt);
      await tea.is("paid");
      expect(await buyer.opens(back)).toMatchObject({ isWaiting: false });
      await tea.is("paid");
    },
  },

  declined: {
    title: "A buyer whose card is declined can pay the same cart with the next click",
    cites: ["B-18", "B-22"],
    variants,
    underQuirks: "all",
    play: payAfterDecline("declined"),
  },

  "declined-many-times": {
    title:
      "Of many declines on one payment page, a limited number is kept with a count, and a later success pays",
    cites: ["B-18", "B-22"],

    async play({ submittedOrder, gateway, succeed }) {
      const { tea, attempt } = await submittedOrder();
      for (let index = 0; index < declines; index++) await gateway.setOutcome(attempt, "failed");
      const { payment } = await tea.reading();
      expect(payment.state).toBe("failed");
      const timeline = payment.attempts[0]?.timeline.map(({ text }) => text) ?? [];
      expect(timeline.length).toBeLessThan(declines);
      expect(timeline.join("\n")).toContain("more reports without a payment arrived");
      await succeed(tea, attempt);
    },
  },

  "response-approval-pays-nothing": {
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
  },

  "response-approval-pays": {
    title:
      "A shop can let an approval in the gateway's response pay, and a notification that follows adds nothing",
    cites: ["B-09", "B-30"],
    variants: ["card"],
    alone: { shop: { immediateSuccess: "paid" }, gateway: { retryGaps: [] } },

    async play({ order, buyer, gateway }, variant) {
      const tea = await order();
      const attempt = await gateway.dropFirstNotification(() => buyer.submits(tea, variant));
      await tea.is("paid");

      expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
      await tea.is("paid");
    },
  },

  "3d-passed": {
    title: "A card that requires 3D Secure pays after the buyer has passed it",
    cites: ["B-03", "B-41"],
    variants: ["card", "subscription"],

    async play({ submittedOrder, buyer, pay }, variant) {
      const { tea, attempt } = await submittedOrder(createSubmission(variant, buyerCards.asks));
      expect(attempt.url).toMatch(/\/3d$/);
      await tea.is("pending");

      const back = await pay(attempt);
      await tea.is("paid");
      expect(await buyer.opens(back)).toMatchObject({ isWaiting: false });
    },
  },

  "3d-failed": {
    title: "A buyer who fails 3D Secure can try another card immediately",
    cites: ["B-18", "B-22"],
    variants: ["card", "subscription"],
    play: payAfterDecline("asks"),
  },

  "3d-abandoned-then-paid": {
    title: "A payment without a result gets a review item after a while, and a late success still pays it",
    cites: ["B-25", "B-29", "B-42"],
    variants: ["card", "subscription"],

    async play({ shop, submittedOrder, passTime, succeed }, variant) {
      const { tea, attempt } = await submittedOrder(createSubmission(variant, buyerCards.asks));
      await shop.sweep();
      await tea.is("pending");

      await passTime(hour + 1);
      await tea.is("pending", { items: ["no-result"] });

      await succeed(tea, attempt);
    },
  },
} satisfies Record<string, Scenario>;
