import { expect } from "vitest";
import { type Scenario, withCancellation, withCycles } from "../scenario.ts";

const secondsUntilNextTry = 11;

const untilTheLeaseEnds = 31;
const week = 7;

/** A renewal or a cancellation fails or is interrupted. */
export const failedRenewalScenarios = {
  "renewal-placement-fails": {
    title: "A host that fails while it places a renewal stores nothing of it, and places it at the next try",
    cites: ["B-20", "B-47"],
    variants: ["subscription"],
    needs: ["cycles", "injectedFailures"],
    alone: { gateway: {} },

    async play({ shop, subscription, gateway, passTime }) {
      const { tea, attempt } = await subscription();
      await shop.failNextOrder();
      await gateway.advance(attempt, 31);
      await tea.isRenewed([]);
      await passTime(secondsUntilNextTry);
      await tea.isRenewed([2]);
    },
  },

  "renewal-sold-out": {
    title:
      "A cycle for a sold-out product becomes no order; its payment stays on record, and a review item opens",
    cites: ["B-19", "B-20", "B-47"],
    variants: ["subscription"],
    needs: ["cycles", "stock"],
    alone: { gateway: {} },

    async play({ shop, subscription, gateway }) {
      const { tea, attempt } = await subscription();
      await shop.sellOut(tea.checkout);
      await gateway.advance(attempt, 31);
      await tea.isRenewed([], { items: ["renewal-not-placed"] });
      const { transactionId } = await gateway.control.orderDetails(attempt.attemptId);
      const [, second] = (await tea.subscription()).cycles;
      expect(second).toMatchObject({ number: 2, state: "paid", transactionId });
      expect(second?.placedOrder).toBeUndefined();
    },
  },

  "killed-during-renewal": {
    title: "A process that is killed at any commit of a renewal still places exactly one order for the cycle",
    cites: ["B-28", "B-47"],
    ...withCycles,

    async play({ shop, subscription, gateway, passTime, revive }) {
      const { tea, attempt } = await subscription({ type: "weekly" });
      for (const step of ["received", "decided", "applied"] as const) {
        await shop.killAfter(step);
        const passed = gateway.advance(attempt, week);
        await revive();
        await passed;
        await gateway.waitUntilNotified(attempt);
        await passTime(untilTheLeaseEnds);
      }
      await tea.isRenewed([2, 3, 4]);
    },
  },

  "killed-during-cancellation": {
    title:
      "A process that is killed before it commits the gateway's confirmation of a cancellation asks again",
    cites: ["B-28", "B-58"],
    ...withCycles,
    // The closing that the gateway reports by itself is lost, so only the shop can finish what it began.
    alone: { ...withCancellation.alone, gateway: { retryGaps: [] } },

    async play({ shop, subscription, gateway, staff, passTime, revive }) {
      const { tea, attempt } = await subscription();
      await tea.isRenewed([]);
      await gateway.setFaults(attempt, { kind: "drop" });
      await shop.killAfter("confirmed");
      const asked = staff.cancels(attempt).catch(() => "no answer");
      await revive();
      expect(await asked).toBe("no answer");
      expect((await tea.subscription()).state).toBe("active");

      await passTime(untilTheLeaseEnds);
      expect((await tea.subscription()).state).toBe("closed");
      await tea.isRenewed([]);
    },
  },
} satisfies Record<string, Scenario>;
