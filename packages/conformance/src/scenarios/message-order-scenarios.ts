import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";
import { payAfterDecline } from "./shared-steps.ts";

const day = 86_400;

const rounds = 5;

/** Messages arrive early, late, repeatedly or in another order. */
export const messageOrderScenarios = {
  "returns-first": {
    title: "A buyer who returns before the notification waits, and is sent to the order when it has arrived",
    cites: ["B-05", "B-08", "B-41"],
    variants: ["hosted", "link", "apm"],

    async play({ submittedOrder, buyer, gateway }, variant) {
      const { tea, attempt } = await submittedOrder(variant);
      await gateway.setFaults(attempt, { kind: "drop" });
      const back = await buyer.pays(attempt);
      const waiting = await buyer.opens(back);
      expect(waiting).toMatchObject({ status: 200, isWaiting: true });
      await tea.is("pending");

      expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
      expect(await buyer.opens(waiting.url)).toMatchObject({ isWaiting: false });
      expect(await buyer.opens(back)).toMatchObject({ isWaiting: false });
      await tea.is("paid");
    },
  },

  "notification-before-response": {
    title: "A notification that arrives before the response to the sale finds its attempt and counts",
    cites: ["B-24"],
    variants: ["card", "subscription"],
    // The gateway delays each answer until the shop has received the notification.
    alone: { gateway: { jitter: { min: -5000, max: -5000 } } },
    play: payAfterDecline("declined"),
  },

  "forged-return": {
    title: "No value that a browser brings back pays or fails a payment",
    cites: ["B-08", "B-41", "B-42"],
    variants: ["hosted", "link", "apm"],

    async play({ submittedOrder, buyer, gateway }, variant) {
      const { tea, attempt } = await submittedOrder(variant);
      const { url } = await buyer.leaves(attempt);
      const forged = new URL(url);
      for (const status of ["succeeded", "fail", "processing", "paid"]) {
        forged.searchParams.set("paymentStatus", status);
        expect(await buyer.opens(forged.href)).toMatchObject({ status: 200, isWaiting: true });
        const posted = {
          url: forged.origin + forged.pathname,
          form: Object.fromEntries(forged.searchParams),
        };
        expect(await buyer.opens(posted)).toMatchObject({ status: 200, isWaiting: true });
      }
      await tea.is("pending");

      await gateway.setOutcome(attempt, "paid");
      forged.searchParams.set("paymentStatus", "fail");
      expect(await buyer.opens(forged.href)).toMatchObject({ isWaiting: false });
      await tea.is("paid");
    },
  },

  "return-hint-recorded": {
    title: "What the buyer's browser reports is stored for staff as not verified, once, and pays nothing",
    cites: ["B-22", "B-29", "B-32"],

    async play({ submittedOrder, buyer, succeed }) {
      const { tea, attempt } = await submittedOrder();
      const { url } = await buyer.leaves(attempt);
      const back = new URL(url);
      for (const status of ["processing", "succeeded", "processing", "succeeded", "unknown"]) {
        back.searchParams.set("paymentStatus", status);
        expect(await buyer.opens(back.href)).toMatchObject({ status: 200, isWaiting: true });
      }
      await tea.is("pending");
      const [{ returnHints, timeline } = { returnHints: [], timeline: [] }] = await tea.attempts();
      expect(returnHints.map(({ result }) => result)).toEqual(["processing", "succeeded"]);
      const lines = timeline.filter(({ source }) => source === "buyer");
      expect(lines.map(({ text }) => text)).toEqual([
        "The buyer's browser reported that the payment is being processed. This is not verified.",
        "The buyer's browser reported a successful payment. This is not verified.",
      ]);

      await succeed(tea, attempt);
    },
  },

  repeats: {
    title: "A repeated notification gets OK, soon or late, and nothing is written",
    cites: ["B-07", "B-30", "B-32"],
    underQuirks: "recorded",

    async play({ shop, submittedOrder, gateway, passTime }) {
      const { tea, attempt } = await submittedOrder();
      await gateway.setOutcome(attempt, "paid");
      for (const days of [0, 1, 300]) {
        await passTime(days * day);
        const { engine } = await shop.dump();
        expect(await gateway.resend(attempt, 3)).toEqual(["200 OK"]);
        expect((await shop.dump()).engine).toBe(engine);
      }
      await tea.is("paid");
    },
  },

  "fifty-notifications-together": {
    title: "Fifty copies of one notification that arrive at once from another process pay once",
    cites: ["B-01", "B-07", "B-08"],
    variants: ["hosted", "card"],

    async play({ order, buyer, gateway, pay }, variant) {
      const tea = await order();
      // None of the fifty is the first notification: the gateway has sent none yet.
      await gateway.control.setFaults({ of: "all" }, [{ kind: "duplicate", copies: 50, together: true }]);
      const attempt = await buyer.submits(tea, variant);
      await pay(attempt);
      await gateway.control.clearFaults();
      expect(await gateway.resend(attempt, 50)).toEqual(["200 OK"]);
      await tea.is("paid");
    },
  },

  "tick-meets-notification": {
    title: "A sweep that runs while notifications arrive does none of their work twice",
    cites: ["B-01", "B-28"],

    async play({ shop, submittedOrder, gateway }) {
      for (let round = 0; round < rounds; round++) {
        const { tea, attempt } = await submittedOrder();
        await gateway.setFaults(attempt, { kind: "drop" });
        await gateway.control.resolve(attempt.attemptId, { outcome: "paid" });
        await gateway.setFaults(attempt);
        let isOver = false;
        const replies = gateway.resend(attempt, 10).finally(() => {
          isOver = true;
        });
        while (!isOver) await Promise.all([shop.sweep(), shop.sweep()]);
        expect(await replies).toEqual(["200 OK"]);
        await tea.is("paid");
      }
    },
  },

  "repeats-after-restart": {
    title: "A shop recognizes repeated notifications after a restart",
    cites: ["B-07", "B-30"],
    alone: {},

    async play({ shop, submittedOrder, gateway }) {
      const { tea, attempt } = await submittedOrder();
      await gateway.setOutcome(attempt, "paid");
      await shop.restart();
      expect(await gateway.resend(attempt, 10)).toEqual(["200 OK"]);
      await tea.is("paid");
    },
  },

  "fail-then-success": {
    title: "A success after a failure pays",
    cites: ["B-25"],
    variants: ["hosted", "link", "apm"],
    underQuirks: "recorded",

    async play({ submittedOrder, gateway, succeed }, variant) {
      const { tea, attempt } = await submittedOrder(variant);
      await gateway.setOutcome(attempt, "failed");
      await tea.is("failed");
      await succeed(tea, attempt);
    },
  },

  "success-then-fail": {
    title:
      "A failure after a success changes nothing; if it concerns the same transaction, a review item opens",
    cites: ["B-26", "B-27"],
    underQuirks: "recorded",

    async play({ submittedOrder, gateway }) {
      const { tea, attempt } = await submittedOrder();
      await gateway.setOutcome(attempt, "paid");
      await gateway.setOutcome(attempt, "failed", "same");
      await tea.is("paid", { items: ["contradictory-results"] });
      await gateway.setOutcome(attempt, "failed");
      await tea.is("paid", { items: ["contradictory-results"] });
    },
  },

  "expired-then-paid": {
    title: "A payment that expired at the gateway becomes paid if the gateway reports a success later",
    cites: ["B-25", "B-27"],
    underQuirks: "recorded",

    async play({ submittedOrder, gateway, succeed }) {
      const { tea, attempt } = await submittedOrder();
      await gateway.control.closeOrder(attempt.attemptId);
      await gateway.waitUntilNotified(attempt);
      await tea.is("failed");
      await succeed(tea, attempt);
    },
  },

  "older-attempt-fails-late": {
    title: "A late failure of an older attempt does not change what another attempt has paid",
    cites: ["B-26"],

    async play({ submittedOrder, buyer, gateway }) {
      const { tea, attempt: older } = await submittedOrder("hosted");
      const newer = await buyer.submits(tea, "link");
      await gateway.setOutcome(newer, "paid");
      await gateway.setOutcome(older, "failed");
      await tea.is("paid");
    },
  },

  "superseded-success": {
    title: "A buyer who goes back to the first tab and pays there has paid",
    cites: ["B-16"],

    async play({ submittedOrder, buyer, gateway, pay }) {
      const { tea, attempt: older } = await submittedOrder("hosted");
      const newer = await buyer.submits(tea, "link");
      expect(newer.attemptId).not.toBe(older.attemptId);
      const back = await pay(older);
      await tea.is("paid");
      expect(await buyer.opens(back)).toMatchObject({ isWaiting: false });
      await gateway.setOutcome(newer, "failed");
      await tea.is("paid");
    },
  },
} satisfies Record<string, Scenario>;
