import { expect } from "vitest";
import type { ScenarioContext } from "../actors/scenario-context.ts";
import type { Scenario } from "../scenario.ts";

/** A shop that refunds through its gateway and asks how each refund ended. */
const withRefunds = {
  needs: ["refunds"],
  alone: { shop: { operations: { refund: {}, refundQuery: {}, query: { minimumGap: 0 } } } },
} as const satisfies Partial<Scenario>;

/** Answers of a gateway that has accepted the refund, and that prove nothing to the shop. */
const lostAnswers = [
  { kind: "lost_call", when: "after", operation: "refund" },
  { kind: "broken_reply", as: "unsigned", operation: "refund" },
  { kind: "broken_reply", as: "wrong_sign", operation: "refund" },
  { kind: "broken_reply", as: "other_order", operation: "refund" },
  { kind: "broken_reply", as: "html", operation: "refund" },
] as const;

/** The commits of a refund, and how often it is sent in the end. One that may have been sent is never sent again. */
const steps = [
  { step: "refund-requested", sent: 1 },
  { step: "refund-submitted", sent: 0 },
  { step: "refund-answered", sent: 1 },
] as const;

/** Seconds after which the gateway is asked how a refund ended that it accepted. */
const untilChecked = 10;

/** Seconds until the gateway is asked again about a refund that had not ended at the first check. */
const secondsUntilRefundCheckedAgain = 60;

/** The gateway completes the refunds that it accepted, and the shop asks about each of them, `seconds` later. */
async function letRefundsEnd(
  { shop, gateway }: Pick<ScenarioContext, "shop" | "gateway">,
  seconds = untilChecked,
): Promise<void> {
  await gateway.control.advance({ days: 1 });
  await shop.moveClock(seconds);
  await shop.sweep();
}

/** The shop refunds payments through the gateway. */
export const refundScenarios = {
  "refunded-in-full": {
    title: "A full refund is accepted, and the order displays it as made after the gateway confirms it",
    cites: ["B-56"],
    ...withRefunds,
    underQuirks: "recorded",

    async play({ shop, gateway, paidOrder }) {
      const { tea, attempt } = await paidOrder();
      expect(await shop.refund(tea.checkout, tea.total)).toEqual({ state: "under-way" });
      await letRefundsEnd({ shop, gateway });
      await tea.hasRefunds(["succeeded"], tea.total.minor);
      expect(await gateway.acceptedRefunds(attempt)).toEqual(["19.99"]);
      await tea.is("paid");
    },
  },

  "refunded-in-parts": {
    title: "Several partial refunds give back no more than was paid",
    cites: ["B-56"],
    ...withRefunds,

    async play({ shop, gateway, paidOrder }) {
      const { tea, attempt } = await paidOrder();
      for (const minor of [500, 700]) await shop.refund(tea.checkout, { ...tea.total, minor });
      expect(await shop.refund(tea.checkout, { ...tea.total, minor: 800 })).toEqual({
        refused: expect.any(String),
      });
      await shop.refund(tea.checkout, { ...tea.total, minor: 799 });
      await letRefundsEnd({ shop, gateway });
      await tea.hasRefunds(["succeeded", "succeeded", "succeeded"], tea.total.minor);
      expect(await gateway.acceptedRefunds(attempt)).toEqual(["5.00", "7.00", "7.99"]);
    },
  },

  "refunds-together": {
    title: "Ten refunds at the same time give back no more than was paid",
    cites: ["B-56"],
    ...withRefunds,

    async play({ shop, gateway, paidOrder }) {
      const { tea, attempt } = await paidOrder();
      const refunds = Array.from({ length: 10 }, () =>
        shop.refund(tea.checkout, { ...tea.total, minor: 500 }),
      );
      const made = (await Promise.all(refunds)).filter((answer) => "state" in answer);
      // A host can refuse more of them, because it changes an order once at a time.
      expect(made.length).toBeGreaterThan(0);
      expect(made.length).toBeLessThanOrEqual(3);
      expect(await gateway.acceptedRefunds(attempt)).toEqual(made.map(() => "5.00"));
      // The shop itself refuses the others: the gateway is not asked for more than was paid.
      expect(await tea.refunds()).toHaveLength(made.length);
    },
  },

  "refund-refused": {
    title:
      "If the gateway refuses a refund, staff read why, the order does not change, and staff can refund again",
    cites: ["B-56", "B-57"],
    ...withRefunds,

    async play({ shop, gateway, paidOrder }) {
      const { tea, attempt } = await paidOrder();
      await gateway.setFaults(attempt, { kind: "refuse_refund" });
      const answer = await shop.refund(tea.checkout, tea.total);
      expect(answer).toEqual({ refused: expect.stringContaining("V0011") });
      await tea.hasRefunds(["failed"], 0);
      await gateway.setFaults(attempt);
      expect(await shop.refund(tea.checkout, tea.total)).toEqual({ state: "under-way" });
      await letRefundsEnd({ shop, gateway });
      await tea.hasRefunds(["failed", "succeeded"], tea.total.minor);
    },
  },

  "refund-unknown-then-found": {
    title: "A refund whose answer is lost or not verified is sent once, and found by asking",
    cites: ["B-56", "B-57"],
    ...withRefunds,
    underQuirks: "recorded",

    async play({ shop, gateway, paidOrder }) {
      for (const fault of lostAnswers) {
        const { tea, attempt } = await paidOrder();
        const part = { ...tea.total, minor: 500 };
        await gateway.setFaults(attempt, fault);
        expect(await shop.refund(tea.checkout, part)).toEqual({ state: "under-way" });
        expect(await tea.refunds()).toMatchObject([{ state: "unknown" }]);
        await gateway.setFaults(attempt);
        await letRefundsEnd({ shop, gateway });
        await tea.hasRefunds(["succeeded"], part.minor);
        expect(await gateway.acceptedRefunds(attempt)).toEqual(["5.00"]);
        await tea.is("paid");
      }
    },
  },

  "refund-lost": {
    title:
      "A refund that the gateway never got is not sent again, keeps its amount, and becomes a review item",
    cites: ["B-56", "B-57"],
    ...withRefunds,

    async play({ shop, gateway, paidOrder, passTime }) {
      const { tea, attempt } = await paidOrder();
      await gateway.setFaults(attempt, { kind: "lost_call", when: "before", operation: "refund" });
      expect(await shop.refund(tea.checkout, tea.total)).toEqual({ state: "under-way" });
      await gateway.setFaults(attempt);
      for (const seconds of [10, 30, 120, 600, 3600, 7200]) {
        await passTime(seconds);
      }
      expect(await shop.refund(tea.checkout, { ...tea.total, minor: 1 })).toEqual({
        refused: expect.any(String),
      });
      expect(await gateway.acceptedRefunds(attempt)).toEqual([]);
      await tea.is("paid", { items: ["refund-not-confirmed"] });
    },
  },

  "refund-failed-later": {
    title:
      "A refund that is accepted and fails later becomes a review item, and its amount can be refunded again",
    cites: ["B-57"],
    ...withRefunds,
    underQuirks: "recorded",

    async play({ shop, gateway, paidOrder }) {
      const { tea, attempt } = await paidOrder();
      await gateway.setFaults(attempt, { kind: "fail_refund" });
      expect(await shop.refund(tea.checkout, { ...tea.total, minor: 500 })).toEqual({ state: "under-way" });
      await letRefundsEnd({ shop, gateway });
      await tea.is("paid", { items: ["refund-failed"] });
      const [refund] = await tea.refunds();
      expect(refund).toMatchObject({ state: "failed", amount: { minor: 500 } });
    },
  },

  "refund-during-second-payment": {
    title:
      "A refund while a second payment of the order arrives gives back the payment of the order, and the second one stays with staff",
    cites: ["B-08", "B-56"],
    ...withRefunds,
    needs: ["refunds", "cart-changes"],

    async play({ shop, submittedOrder, buyer, gateway, pay }) {
      const { tea, attempt: first } = await submittedOrder("hosted");
      const second = await buyer.submits(tea, "link");
      await pay(first);
      await gateway.setFaults(first, { kind: "slow_reply", seconds: 1, operation: "refund" });
      const refund = shop.refund(tea.checkout, tea.total);
      await pay(second);
      expect(await refund).toEqual({ state: "under-way" });
      expect(await gateway.acceptedRefunds(first)).toEqual(["19.99"]);
      expect(await gateway.acceptedRefunds(second)).toEqual([]);
      await tea.isPlacedFor(first, { items: ["paid-twice"] });
    },
  },

  "killed-during-refund": {
    title: "A process that is killed at any commit of a refund neither loses the refund nor sends it twice",
    cites: ["B-28", "B-57"],
    ...withRefunds,

    async play({ shop, gateway, paidOrder, passTime }) {
      for (const { step, sent } of steps) {
        const { tea, attempt } = await paidOrder();
        await shop.killAfter(step);
        // Nobody answers: the process is dead.
        const killed = shop.refund(tea.checkout, tea.total).catch(() => undefined);
        await shop.waitForDeath();
        await killed;
        await shop.startAgain();
        // The lease of the dead process ends, and another one goes on.
        await passTime(31);
        await letRefundsEnd({ shop, gateway }, secondsUntilRefundCheckedAgain);
        if (sent === 0) await tea.hasRefunds(["unknown"], expect.any(Number) as never);
        else await tea.hasRefunds(["succeeded"], tea.total.minor);
        expect(await gateway.acceptedRefunds(attempt)).toHaveLength(sent);
      }
    },
  },

  "refunds-off": {
    title: "A shop without the operation sends no refund",
    cites: ["B-45", "B-56"],
    needs: ["refunds"],
    alone: {},

    async play({ shop, gateway, paidOrder }) {
      const { tea, attempt } = await paidOrder();
      await shop.refund(tea.checkout, tea.total);
      expect(await gateway.acceptedRefunds(attempt)).toEqual([]);
      expect(await tea.refunds()).toEqual([]);
    },
  },
} satisfies Record<string, Scenario>;
