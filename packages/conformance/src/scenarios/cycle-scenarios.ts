import { expect } from "vitest";
import { type Scenario, withCycles } from "../scenario.ts";

/** Invalid counts, and a missing one. The sale is already notified, so a charge without a count is a second charge of the sale. */
const invalidCounts = ["0", "1.0", "02", undefined];

const day = 86_400;

/** The gateway reports later cycles of a subscription. */
export const cycleScenarios = {
  "cycles-renewed": {
    title:
      "Each later paid cycle of a subscription becomes one order, and the last one ends the subscription",
    cites: ["B-47"],
    ...withCycles,
    underQuirks: "recorded",

    async play({ subscription, gateway }) {
      const { tea, attempt } = await subscription({ totalCount: 3 });
      await tea.isRenewed([]);
      await gateway.advance(attempt, 31);
      await tea.isRenewed([2]);
      expect(await tea.subscription()).toMatchObject({ state: "active", nextCycle: { number: 3 } });
      await gateway.advance(attempt, 400);
      await tea.isRenewed([2, 3]);
      await tea.expectsNoCycle("ended");
    },
  },

  "cycles-together": {
    title: "Three cycles that arrive at once, each twice and in any order, become one order each",
    cites: ["B-07", "B-47", "B-48"],
    ...withCycles,

    async play({ shop, subscription, gateway }) {
      const { tea, attempt } = await subscription({ type: "weekly" });
      await gateway.setFaults(attempt, { kind: "duplicate", copies: 2 });
      await gateway.advance(attempt, 12 * 7, "later");
      await shop.sweep();
      await tea.isRenewed([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    },
  },

  "cycle-before-first": {
    title: "A cycle that is reported before the first one waits for it, and each becomes one order",
    cites: ["B-47", "B-48"],
    ...withCycles,
    alone: { gateway: { retryGaps: [] } },

    async play({ shop, order, buyer, gateway }) {
      const tea = await order();
      const attempt = await gateway.dropFirstNotification(() => buyer.subscribes(tea));
      await gateway.advance(attempt, 31);
      await tea.is("approved");
      expect((await tea.reading()).renewals).toEqual([]);
      await gateway.control.payAgain(attempt.attemptId);
      await gateway.waitUntilNotified(attempt);
      // A slow shop answers OK before it has placed the order. It places the order before it ends.
      await shop.restart();
      await tea.isRenewed([2]);
    },
  },

  "cycle-under-own-attempt-id": {
    title:
      "A cycle under its own gateway order ID is assigned by its cycle number; without a number it waits for an operator",
    cites: ["B-47", "B-48"],
    ...withCycles,

    async play({ subscription, gateway }) {
      const { tea, attempt } = await subscription();
      await gateway.setFaults(attempt, { kind: "own_order_id" });
      await gateway.advance(attempt, 31);
      await tea.isRenewed([2]);
      await gateway.setFaults(attempt, { kind: "own_order_id" }, { kind: "wrong_cycle" });
      await gateway.advance(attempt, 31);
      await tea.isRenewed([2], { items: ["unknown-cycle"] });
      expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
      await tea.isRenewed([2, 3]);
    },
  },

  "cycle-reported-repeatedly": {
    title: "A cycle that is reported fifty times at once, or again much later, becomes one order",
    cites: ["B-07", "B-32", "B-47"],
    ...withCycles,

    async play({ shop, subscription, gateway }) {
      const { tea, attempt } = await subscription();
      await gateway.advance(attempt, 31);
      expect(await gateway.resend(attempt, 50)).toEqual(["200 OK"]);
      await shop.restart();
      const { engine } = await shop.dump();
      expect(await gateway.resend(attempt, 3)).toEqual(["200 OK"]);
      expect((await shop.dump()).engine).toBe(engine);
      await tea.isRenewed([2]);
    },
  },

  "cycle-declined": {
    title: "A cycle whose charge failed becomes no order, and a later successful charge becomes one",
    cites: ["B-25", "B-47"],
    ...withCycles,
    underQuirks: "recorded",

    async play({ subscription, gateway }) {
      const { tea, attempt } = await subscription({ attempts: 3 });
      await gateway.setFaults(attempt, { kind: "decline_cycle" });
      await gateway.advance(attempt, 32);
      await tea.isRenewed([]);
      await gateway.setFaults(attempt, { kind: "decline_cycle", attempts: 2 });
      await gateway.advance(attempt, 32);
      await tea.isRenewed([3]);
    },
  },

  "cycle-decline-reported-to-shop": {
    title:
      "A declined charge of a later cycle reaches the shop's own code once, however often it is reported",
    cites: ["B-54"],
    ...withCycles,

    async play({ shop, subscription, gateway }) {
      const { tea, attempt } = await subscription({ attempts: 3 });
      await gateway.setFaults(attempt, { kind: "decline_cycle" });
      await gateway.advance(attempt, 32);
      await tea.hasDeclined([2]);
      expect(await gateway.resend(attempt, 20)).toEqual(["200 OK"]);
      await gateway.advance(attempt, 31);
      await shop.sweep();
      await tea.hasDeclined([2, 3]);
      await tea.isRenewed([]);
    },
  },

  "cycle-underpaid": {
    title: "A cycle that is not paid in full becomes no order, and a review item opens",
    cites: ["B-40b", "B-47"],
    ...withCycles,

    async play({ subscription, gateway }) {
      const { tea, attempt } = await subscription();
      await gateway.setFaults(attempt, { kind: "wrong_amount", trueAmount: "0.01" });
      await gateway.advance(attempt, 31);
      await tea.isRenewed([], { items: ["amount-mismatch"] });
    },
  },

  "cycle-accepted": {
    title:
      "A cycle that an operator accepts becomes one order, however often it is accepted or reported afterwards",
    cites: ["B-29", "B-40b", "B-47"],
    variants: ["subscription"],
    needs: ["cycles", "resolutions"],
    alone: { gateway: {} },

    async play({ subscription, gateway, staff }) {
      const { tea, attempt } = await subscription();
      await gateway.setFaults(attempt, { kind: "wrong_amount", trueAmount: "0.01" });
      await gateway.advance(attempt, 31);
      await tea.isRenewed([], { items: ["amount-mismatch"] });
      await Promise.all([staff.accepts(attempt, 2), staff.accepts(attempt, 2)]);
      await tea.isRenewed([2]);
      await gateway.resendCorrect(attempt);
      await staff.accepts(attempt, 2);
      await tea.isRenewed([2]);
    },
  },

  "cycle-misreported": {
    title:
      "A charge with another gateway subscription ID, no cycle, or a cycle outside the plan places no order and closes nothing; a correct report places the order",
    cites: ["B-31", "B-40b", "B-47"],
    ...withCycles,

    async play({ subscription, gateway }) {
      const { tea, attempt } = await subscription({ totalCount: 3 });
      const another = { kind: "wrong_subscription", subscriptionId: "9" } as const;
      await gateway.setFaults(attempt, another);
      await gateway.advance(attempt, 31);
      await tea.isRenewed([], { items: ["subscription-mismatch"] });
      for (const count of [...invalidCounts, "4"])
        expect(
          await gateway.resendWithFaults(attempt, { kind: "wrong_cycle", ...(count && { count }) }),
        ).toBe("200 OK");
      const beside = ["subscription-mismatch", "unexpected-cycle"] as const;
      await tea.isRenewed([], {
        items: [...beside, "incomplete-notification", "paid-twice", "unknown-cycle"],
      });
      await gateway.resendCorrect(attempt);
      await tea.isRenewed([2], { items: beside });
      await gateway.setFaults(attempt, another);
      await gateway.closeAttempt(attempt);
      expect((await tea.subscription()).state).toBe("active");
      await gateway.resendCorrect(attempt);
      expect((await tea.subscription()).state).toBe("closed");
      await tea.isRenewed([2], { items: beside });
    },
  },

  "transaction-reused-for-cycle": {
    title:
      "A transaction that has paid one cycle pays no other cycle: no order is placed, and a review item opens",
    cites: ["B-07", "B-47"],
    ...withCycles,

    async play({ subscription, gateway }) {
      const { tea, attempt } = await subscription();
      const { transactionId } = await gateway.control.orderDetails(attempt.attemptId);
      await gateway.setFaults(attempt, { kind: "wrong_transaction", transactionId });
      await gateway.advance(attempt, 31);
      await tea.isRenewed([], { items: ["transaction-reused"] });
      await gateway.resendCorrect(attempt);
      await tea.isRenewed([2], { items: ["transaction-reused"] });
    },
  },

  "cycle-overdue": {
    title: "A cycle that nothing is reported about gets a review item, until it is paid",
    cites: ["B-29", "B-47"],
    ...withCycles,

    async play({ subscription, gateway, passTime }) {
      const { tea, attempt } = await subscription();
      await gateway.setFaults(attempt, { kind: "drop" });
      await gateway.advance(attempt, 31);
      await passTime(34 * day);
      await tea.isRenewed([], { items: ["cycle-overdue"] });
      await gateway.resendCorrect(attempt);
      await tea.isRenewed([2]);
    },
  },
} satisfies Record<string, Scenario>;
