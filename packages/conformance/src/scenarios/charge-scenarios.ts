import { expect } from "vitest";
import type { SubmittedAttempt } from "../actors/buyer.ts";
import type { Scenario } from "../scenario.ts";
import { correctedNotification } from "./shared-steps.ts";

/** Whether two notifications collide inside the shop is chance. Among this many, some do. */
const orders = 5;

/** Of an order of 1999 minor units: the amounts at the two limits, and those one minor unit beyond. */
const examples = [
  { currency: "JPY", accepted: ["1979", "2049"], refused: ["1978", "2050"] },
  { currency: "USD", accepted: ["19.79", "20.49"], refused: ["19.78", "20.50"] },
  { currency: "KWD", accepted: ["1.979", "2.049"], refused: ["1.978", "2.050"] },
];

const limitOf = (minor: number) => ({ JPY: minor, USD: minor, KWD: minor });

const paidWithOtherAmount = (trueAmount: string) =>
  correctedNotification({
    fault: { kind: "wrong_amount", trueAmount },
    answer: /^200 OK$/,
    state: "review",
    items: ["amount-mismatch"],
    stay: ["amount-mismatch"],
  });

/** The gateway charges twice, or another amount. */
export const chargeScenarios = {
  "paid-twice": {
    title:
      "An order that is paid in two tabs is placed once, and the review item names the transaction to refund",
    cites: ["B-10"],
    underQuirks: "recorded",

    async play({ submittedOrder, buyer, gateway }) {
      const { tea, attempt: first } = await submittedOrder("hosted");
      const second = await buyer.submits(tea, "link");
      await gateway.setOutcome(first, "paid");
      await gateway.setOutcome(second, "paid");
      await tea.is("paid", { items: ["paid-twice"] });
      const { transactionId } = await gateway.control.orderDetails(second.attemptId);
      const [item] = (await tea.reading()).payment.reviewItems;
      expect(item?.problem?.message).toContain(transactionId);
    },
  },

  "paid-twice-together": {
    title:
      "Two attempts whose notifications arrive at the same time place one order once, whichever is first",
    cites: ["B-01", "B-08", "B-10"],

    async play({ order, buyer, gateway }) {
      const teas = await Promise.all(Array.from({ length: orders }, () => order()));
      const attempts: SubmittedAttempt[] = [];
      for (const variant of ["hosted", "link"] as const)
        for (const tea of teas) attempts.push(await buyer.submits(tea, variant));
      // The newer ones come first: a shop that sees both treats the older one as the winning attempt.
      const answers = await gateway.payAndNotifyTogether(attempts.reverse());
      expect(new Set(answers)).toEqual(new Set(["200 OK"]));
      for (const tea of teas) await tea.is("paid", { items: ["paid-twice"] });
    },
  },

  "attempt-charged-twice": {
    title: "A payment that the gateway charges twice is placed once, and a review item opens",
    cites: ["B-10"],

    async play({ submittedOrder, gateway }) {
      const { tea, attempt } = await submittedOrder();
      await gateway.setOutcome(attempt, "paid");
      await gateway.control.payAgain(attempt.attemptId);
      await gateway.waitUntilNotified(attempt);
      await tea.is("paid", { items: ["paid-twice"] });
    },
  },

  underpaid: {
    title: "An order that was paid in part stays unpaid until the gateway corrects the amount",
    cites: ["B-11", "B-40b"],
    underQuirks: "recorded",
    play: paidWithOtherAmount("19.98"),
  },

  overpaid: {
    title:
      "An order that was paid with a higher amount waits for a review until the gateway corrects the amount",
    cites: ["B-11", "B-40b"],
    underQuirks: "recorded",
    play: paidWithOtherAmount("199.90"),
  },

  "amount-tolerated": {
    title:
      "A shop can accept small differences of the paid amount, and one minor unit beyond a limit is reviewed",
    cites: ["B-11", "B-40"],
    alone: { shop: { amountMismatch: { acceptOverpayment: limitOf(50), acceptUnderpayment: limitOf(20) } } },

    async play({ order, buyer, gateway }) {
      const paidWith = async (currency: string, trueAmount: string) => {
        const tea = await order({ currency });
        const attempt = await buyer.submits(tea);
        const answer = await gateway.payWithFaults(attempt, { kind: "wrong_amount", trueAmount });
        expect(answer).toBe("200 OK");
        return tea;
      };
      for (const { currency, accepted, refused } of examples) {
        for (const amount of accepted) await (await paidWith(currency, amount)).is("paid");
        for (const amount of refused)
          await (await paidWith(currency, amount)).is("review", { items: ["amount-mismatch"] });
      }
    },
  },

  "other-currency": {
    title: "The correct amount in another currency does not pay",
    cites: ["B-40b"],
    underQuirks: "recorded",

    async play({ submittedOrder, gateway }) {
      const { tea, attempt } = await submittedOrder();
      expect(await gateway.payWithFaults(attempt, { kind: "wrong_currency", currency: "JPY" })).toBe(
        "200 OK",
      );
      await tea.is("review", { items: ["amount-mismatch"] });
    },
  },
} satisfies Record<string, Scenario>;
