import { expect } from "vitest";
import { type Scenario, withCycles } from "../scenario.ts";
import { subscriptionCancellingShopSetup } from "../subscription-cancelling-shop-setup.ts";

export const cancelledTwiceScenario: Scenario = {
  title:
    "Staff and the buyer cancel a subscription at the same moment and once more: each is answered, and it is closed once",
  cites: ["B-58"],
  ...withCycles,
  alone: subscriptionCancellingShopSetup,

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
};
