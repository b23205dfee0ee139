import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

const secondsUntilLeaseEnds = 31;

/** The process of the shop dies. */
export const killedShopScenarios = {
  "killed-before-submission": {
    title: "A process that is killed after it stored the attempt has charged nobody, and a later click pays",
    cites: ["B-24", "B-28"],
    variants: ["hosted", "card"],
    alone: { shop: { timeout: 5, unknownHold: 60 } },

    async play({ shop, order, buyer, gateway }, variant) {
      const tea = await order();
      await shop.killAfter("started");
      await buyer.clicks(tea, variant).catch(() => undefined);
      await shop.waitForDeath();
      await shop.startAgain();
      await tea.is("created");
      const [lost] = await tea.attempts();
      expect(await gateway.hasAttempt({ attemptId: lost?.attemptId ?? "" })).toBe(false);

      await shop.moveClock(61);
      const attempt = await buyer.submits(tea, variant);
      await buyer.pays(attempt);
      await gateway.waitUntilNotified(attempt);
      await tea.is("paid");
    },
  },

  "killed-before-redirect": {
    title:
      "A process that is killed after it stored the gateway's response leaves a payment that the notification pays",
    cites: ["B-24", "B-28"],
    variants: ["card"],
    alone: {},

    async play({ shop, order, buyer, gateway }, variant) {
      const tea = await order();
      await shop.killAfter("answered");
      await buyer.clicks(tea, variant).catch(() => undefined);
      await shop.waitForDeath();
      await shop.startAgain();
      const [charged] = await tea.attempts();
      await gateway.waitUntilNotified({ attemptId: charged?.attemptId ?? "" });
      // On a busy machine the notification can arrive before the answer is committed. Then the dead process holds the job.
      await shop.moveClock(secondsUntilLeaseEnds);
      await shop.sweep();
      await tea.is("paid");
    },
  },

  "killed-after-notification-stored": {
    title:
      "A process that is killed after it stored a notification (T1) sends no OK, and the repeated notification is processed",
    cites: ["B-28", "B-38"],
    alone: {},

    async play({ shop, submittedOrder, gateway }) {
      const { tea, attempt } = await submittedOrder();
      await shop.killAfter("received");
      await gateway.control.resolve(attempt.attemptId, { outcome: "paid" });
      await shop.waitForDeath();
      await shop.startAgain();
      await gateway.waitUntilNotified(attempt);
      await tea.is("paid");
    },
  },

  "killed-after-applying-facts": {
    title:
      "A process that is killed after it applied the facts (T2) leaves the job to the sweep, after the lease has ended",
    cites: ["B-28"],
    alone: {},

    async play({ shop, submittedOrder, gateway }) {
      const { tea, attempt } = await submittedOrder();
      await shop.killAfter("decided");
      await gateway.control.resolve(attempt.attemptId, { outcome: "paid" });
      await shop.waitForDeath();
      await shop.startAgain();
      await gateway.waitUntilNotified(attempt);
      await shop.moveClock(secondsUntilLeaseEnds);
      await shop.sweep();
      await tea.is("paid");
    },
  },

  "killed-once-placed": {
    title: "A process that is killed when the order becomes visible does not place it twice",
    cites: ["B-28", "B-30"],
    needs: ["injectedFailures"],
    alone: {},

    async play({ shop, submittedOrder, gateway }) {
      const { tea, attempt } = await submittedOrder();
      await shop.killOncePlaced();
      await gateway.control.resolve(attempt.attemptId, { outcome: "paid" });
      await shop.waitForDeath();
      await shop.startAgain();
      await gateway.waitUntilNotified(attempt);
      await shop.moveClock(secondsUntilLeaseEnds);
      await shop.sweep();
      await tea.is("paid");
    },
  },

  "killed-before-notification-reply": {
    title:
      "A process that is killed after it placed the order (T3) places nothing twice, and the repeated notification gets OK",
    cites: ["B-28", "B-30"],
    alone: {},

    async play({ shop, submittedOrder, gateway }) {
      const { tea, attempt } = await submittedOrder();
      await shop.killAfter("applied");
      await gateway.control.resolve(attempt.attemptId, { outcome: "paid" });
      await shop.waitForDeath();
      await shop.startAgain();
      await tea.is("paid");
      await gateway.waitUntilNotified(attempt);
      await shop.moveClock(301);
      await shop.sweep();
      await tea.is("paid");
    },
  },
} satisfies Record<string, Scenario>;
