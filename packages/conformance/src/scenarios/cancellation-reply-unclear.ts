import { expect } from "vitest";
import { type Scenario, withCycles } from "../scenario.ts";
import { subscriptionCancellingShopSetup } from "../subscription-cancelling-shop-setup.ts";

/** Replies that must not close the subscription, each with the seconds until the gateway is asked again. */
const replies = [
  [10, "unsigned", "unsigned"],
  [60, "wrong_sign", "mismatch"],
  [300, "other_order", "foreign"],
  [1800, "html", "not_json"],
] as const;

export const cancellationReplyUnclearScenario: Scenario = {
  title:
    "A cancellation whose reply proves nothing closes nothing: the shop asks again, and the status of a verified reply closes it, whatever its text is",
  cites: ["B-58"],
  ...withCycles,
  // The closing that the gateway reports by itself is lost, so only a reply can close the subscription.
  alone: { ...subscriptionCancellingShopSetup, gateway: { retryGaps: [] } },

  async play({ shop, subscription, gateway, staff }) {
    const { tea, attempt } = await subscription();
    for (const [index, [, as, reason]] of replies.entries()) {
      await gateway.setFaults(attempt, { kind: "drop" }, { kind: "broken_reply", operation: "cancel", as });
      if (index === 0) expect(await staff.cancels(attempt)).toEqual({ outcome: "unclear", reason });
      else {
        await shop.moveClock(replies[index - 1]?.[0] ?? 0);
        await shop.sweep();
      }
      expect((await tea.subscription()).state).toBe("active");
      await tea.isRenewed([]);
    }
    await gateway.setFaults(attempt, { kind: "drop" });
    await shop.moveClock(1800);
    await shop.sweep();
    expect((await tea.subscription()).state).toBe("closed");
    await tea.isRenewed([]);
  },
};
