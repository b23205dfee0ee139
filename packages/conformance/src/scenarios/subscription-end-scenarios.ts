import { expect } from "vitest";
import type { SubmittedAttempt } from "../actors/buyer.ts";
import type { ScenarioContext } from "../actors/scenario-context.ts";
import { type Scenario, withCancellation, withCycles } from "../scenario.ts";

const day = 86_400;

/** Replies that must not close the subscription, each with the seconds until the gateway is asked again. */
const replies = [
  [10, "unsigned", "unsigned"],
  [60, "wrong_sign", "mismatch"],
  [300, "other_order", "foreign"],
  [1800, "html", "not_json"],
] as const;

type EndOfSubscription = (context: ScenarioContext, attempt: SubmittedAttempt) => Promise<void>;

const closedByGateway: EndOfSubscription = ({ gateway }, attempt) => gateway.closeAttempt(attempt);

const cancelledByStaff: EndOfSubscription = async ({ staff }, attempt) =>
  expect(await staff.cancels(attempt)).toMatchObject({ outcome: "cancelled" });

/** After one renewal, the subscription ends: no further cycle is charged or expected. */
function endAfterRenewal(end: EndOfSubscription) {
  return async (context: ScenarioContext): Promise<void> => {
    const { subscription, gateway, passTime } = context;
    const { tea, attempt } = await subscription();
    await gateway.advance(attempt, 31);
    await end(context, attempt);
    await gateway.advance(attempt, 60);
    await passTime(34 * day);
    await passTime(60 * day);
    await tea.isRenewed([2]);
    await tea.expectsNoCycle("closed");
  };
}

/** The gateway charges a cycle although the subscription has ended. */
function chargeAfterEnd(end: EndOfSubscription) {
  return async (context: ScenarioContext): Promise<void> => {
    const { subscription, gateway } = context;
    const { tea, attempt } = await subscription();
    await gateway.setFaults(attempt, { kind: "charge_after_closing" });
    await end(context, attempt);
    await gateway.advance(attempt, 60);
    await tea.isRenewed([2], { items: ["charged-after-closing"] });
  };
}

/** The gateway, staff or buyers end a subscription. */
export const subscriptionEndScenarios = {
  "subscription-closed-by-gateway": {
    title: "A subscription that the gateway closed is displayed as closed, and no further cycle is expected",
    cites: ["B-47"],
    ...withCycles,
    underQuirks: "recorded",
    play: endAfterRenewal(closedByGateway),
  },

  "subscription-closed-with-or-without-charge": {
    title:
      "A subscription that is closed with a charge gets that renewal, and one that is closed without a charge gets none",
    cites: ["B-47"],
    ...withCycles,
    // The gateway does not repeat a lost charge notification before it closes the subscription.
    alone: { gateway: { retryGaps: [] } },

    async play({ subscription, gateway }) {
      const last = await subscription();
      await gateway.setFaults(last.attempt, { kind: "drop" });
      await gateway.advance(last.attempt, 31);
      await gateway.setFaults(last.attempt);
      await gateway.closeAttempt(last.attempt);
      await last.tea.isRenewed([2]);
      const none = await subscription();
      await gateway.setFaults(none.attempt, { kind: "close_without_charge" });
      await gateway.closeAttempt(none.attempt);
      await none.tea.isRenewed([]);
      for (const { tea } of [last, none]) await tea.expectsNoCycle("closed");
    },
  },

  "charged-after-closing-renews": {
    title:
      "A cycle that is charged after the subscription was closed becomes an order, and a review item opens",
    cites: ["B-47", "B-48"],
    ...withCycles,
    play: chargeAfterEnd(closedByGateway),
  },

  "subscription-cancelled": {
    title:
      "A subscription that staff cancel is closed, the gateway charges no further cycle, and none is expected",
    cites: ["B-47", "B-58"],
    ...withCancellation,
    underQuirks: "recorded",
    play: endAfterRenewal(cancelledByStaff),
  },

  "cancelled-twice": {
    title:
      "Staff and the buyer cancel a subscription at the same moment and once more: each is answered, and it is closed once",
    cites: ["B-58"],
    ...withCancellation,

    async play({ shop, subscription, gateway, staff }) {
      const { tea, attempt } = await subscription();
      const { tenant, reference } = tea.checkout;
      const byBuyer = () => shop.cancelSubscription({ tenant, reference, by: "buyer" });
      const together = await Promise.all([byBuyer(), staff.cancels(attempt)]);
      const { closedAt } = await tea.subscription();
      const cancelled = { outcome: "cancelled", closedAt };
      expect(together).toMatchObject([{ outcome: "cancelled" }, { outcome: "cancelled" }]);
      expect(await byBuyer()).toEqual(cancelled);
      expect(await staff.cancels(attempt)).toEqual(cancelled);
      await gateway.advance(attempt, 0);
      await tea.isRenewed([]);
      const { timeline } = await gateway.control.orderDetails(attempt.attemptId);
      expect(timeline.filter(({ type }) => type === "subscription_closed")).toHaveLength(1);
    },
  },

  "charged-after-cancelling-renews": {
    title:
      "A cycle that is charged after the subscription was cancelled becomes an order, and a review item opens",
    cites: ["B-47", "B-48", "B-58"],
    ...withCancellation,
    play: chargeAfterEnd(cancelledByStaff),
  },

  "cancellation-reply-unclear": {
    title:
      "A cancellation whose reply proves nothing closes nothing: the shop asks again, and the status of a verified reply closes it, whatever its text is",
    cites: ["B-58"],
    ...withCycles,
    // The closing that the gateway reports by itself is lost, so only a reply can close the subscription.
    alone: { ...withCancellation.alone, gateway: { retryGaps: [] } },

    async play({ subscription, gateway, staff, passTime }) {
      const { tea, attempt } = await subscription();
      for (const [index, [, as, reason]] of replies.entries()) {
        await gateway.setFaults(attempt, { kind: "drop" }, { kind: "broken_reply", operation: "cancel", as });
        if (index === 0) expect(await staff.cancels(attempt)).toEqual({ outcome: "unclear", reason });
        else {
          await passTime(replies[index - 1]?.[0] ?? 0);
        }
        expect((await tea.subscription()).state).toBe("active");
        await tea.isRenewed([]);
      }
      await gateway.setFaults(attempt, { kind: "drop" });
      await passTime(1800);
      expect((await tea.subscription()).state).toBe("closed");
      await tea.isRenewed([]);
    },
  },

  "cancelling-off": {
    title: "A shop that does not use the cancellation sends none, and the subscription goes on",
    cites: ["B-58"],
    ...withCycles,

    async play({ subscription, gateway, staff }) {
      const { tea, attempt } = await subscription();
      expect(await staff.cancels(attempt)).toEqual({ refusedByShop: "operation_disabled" });
      const { timeline } = await gateway.control.orderDetails(attempt.attemptId);
      expect(timeline.filter(({ type }) => type === "operation_called")).toEqual([]);
      await gateway.advance(attempt, 31);
      await tea.isRenewed([2]);
      expect((await tea.subscription()).state).toBe("active");
    },
  },
} satisfies Record<string, Scenario>;
