import { expect } from "vitest";
import { buyerCards, createSubmission } from "../actors/buyer.ts";
import type { Scenario } from "../scenario.ts";

const quarterHour = 15 * 60;

const secondsUntilNextTry = 11;

/** Seconds. Long enough for every other order of the scenario on a busy machine. */
const hookTimeout = 8;

/** A part of the shop or the gateway fails. */
export const outageScenarios = {
  "cards-limited": {
    title: "A buyer can try five cards for an order in 15 minutes, also across a restart of the shop",
    cites: ["B-18"],
    variants: ["card"],
    alone: {},

    async play({ shop, order, buyer, gateway }, variant) {
      const tea = await order();
      const declined = createSubmission(variant, buyerCards.declined);
      for (let attempt = 1; attempt <= 5; attempt++) {
        if (attempt === 4) await shop.restart();
        await gateway.waitUntilNotified(await buyer.submits(tea, declined));
      }
      expect(await buyer.clicks(tea, variant)).toMatchObject({ refused: expect.stringMatching(/^429 /) });
      await tea.is("failed");

      await shop.moveClock(quarterHour);
      await gateway.waitUntilNotified(await buyer.submits(tea, variant));
      await tea.is("paid");
    },
  },

  "gateway-down": {
    title: "A buyer who clicks while the gateway is down stays in the shop, and can pay with a later click",
    cites: ["B-18", "B-24"],
    variants: ["hosted", "card"],
    alone: { gateway: {}, shop: { unknownHold: 60 } },

    async play({ shop, order, buyer, gateway, pay }, variant) {
      const tea = await order();
      await gateway.close();
      const first = await buyer.submits(tea, variant);
      expect(new URL(first.url).origin).toBe(new URL(shop.publicUrl).origin);
      await tea.is("pending");

      await gateway.restart();
      // A card that may have been charged blocks the next card for a while.
      await shop.moveClock(61);
      const second = await buyer.submits(tea, variant);
      expect(second.attemptId).not.toBe(first.attemptId);
      await pay(second);
      await tea.is("paid");
    },
  },

  "database-away": {
    title:
      "While the database is unavailable, no notification gets OK and no buyer is charged; afterwards the shop catches up",
    cites: ["B-23", "B-24", "B-38"],
    needs: ["outages"],
    alone: {},

    async play({ shop, order, buyer, gateway, succeed }) {
      const [tea, coffee] = [await order(), await order()];
      const attempt = await buyer.submits(tea);
      const answers = await shop.withoutDatabase(async () => {
        const reply = await gateway.payWithFaults(attempt);
        return [reply, await buyer.clicks(coffee)] as const;
      });
      const [answer, clicked] = answers;
      // The shop's own page can fail before the payment starts, so its text is the shop's. That no attempt starts is ours.
      expect(clicked).toEqual({ refused: expect.any(String) });
      expect(answer).toBe("503 later");
      expect(await coffee.attempts()).toEqual([]);
      const { logged } = await shop.dump();
      const refusal = logged
        .split("\n")
        .find((line) => line.includes("notification-refused") && line.includes(attempt.attemptId));
      expect(refusal).toContain('"code":"later"');
      expect(refusal).toContain("the gateway repeats it. Check the database.");

      await gateway.waitUntilNotified(attempt);
      await tea.is("paid");
      const late = await buyer.submits(coffee);
      await succeed(coffee, late);
    },
  },

  "order-placement-fails": {
    title:
      "A host that fails while it places a paid order stores nothing of it, and places it at the next try",
    cites: ["B-20", "B-28", "B-38"],
    needs: ["injectedFailures"],
    alone: {},

    async play({ shop, submittedOrder, gateway, passTime }) {
      const { tea, attempt } = await submittedOrder();
      await shop.failNextOrder();
      await gateway.setOutcome(attempt, "paid");
      expect(await tea.reading()).toMatchObject({
        payment: { state: "paid" },
        ...{ orders: 0, paid: false, recordedAmounts: [], effects: 0, taken: 0 },
      });
      await passTime(secondsUntilNextTry);
      await tea.is("paid");
    },
  },

  "hook-hangs": {
    title:
      "Code of the shop that never ends stops no other order, and its own order is placed once at the next try",
    cites: ["B-20", "B-28", "B-38"],
    needs: ["injectedFailures"],
    alone: { shop: { hookTimeout, replyWithin: 1 } },

    async play({ shop, submittedOrder, order, buyer, gateway, passTime, succeed }) {
      const { tea, attempt: hanging } = await submittedOrder();
      await shop.hangOrder(tea.checkout);
      try {
        await gateway.setOutcome(hanging, "paid");
        const coffee = await order();
        const other = await buyer.submits(coffee);
        await succeed(coffee, other);
        expect(await tea.reading()).toMatchObject({ payment: { state: "paid" }, paid: false, effects: 0 });
      } finally {
        // Otherwise a shop that fails here could not close.
        await shop.endHang();
      }
      expect(await tea.reading()).toMatchObject({ paid: false, effects: 0 });
      await passTime(secondsUntilNextTry);
      await tea.is("paid");
    },
  },
} satisfies Record<string, Scenario>;
