import type { Variant } from "@pay-index/core";
import type { FaultInput } from "@pay-index/sandbox/client";
import { expect } from "vitest";
import type { ScenarioContext } from "../actors/scenario-context.ts";
import type { IsolatedSetup, Scenario } from "../scenario.ts";

/** A shop that asks its gateway, and a gateway that sends each notification once. */
const queryingShopSetup: IsolatedSetup = {
  shop: { operations: { query: { minimumGap: 0 } } },
  gateway: { retryGaps: [] },
};

/** Answers that must not pay, each with the seconds until the gateway is asked again. */
const answers = [
  [4, { kind: "broken_reply", as: "other_order" }],
  [10, { kind: "broken_reply", as: "unsigned" }],
  [30, { kind: "broken_reply", as: "wrong_sign" }],
  [60, { kind: "query_state", state: "NOTPAY" }],
] as const;

const hour = 3600;

/** The buyer pays and returns, and the shop is not notified. */
async function payUnnoticed(
  { submittedOrder, buyer, gateway }: ScenarioContext,
  ...faults: readonly FaultInput[]
) {
  const { tea, attempt } = await submittedOrder();
  await gateway.setFaults(attempt, { kind: "drop" }, ...faults);
  return { tea, attempt, page: await buyer.opens(await buyer.pays(attempt)) };
}

/** The charge succeeds, and neither the response nor a notification says so. A second click starts no other attempt. */
async function loseResponse(
  { order, buyer, gateway, passTime }: ScenarioContext,
  variant: Variant,
  fault: FaultInput,
): Promise<void> {
  const tea = await order();
  await gateway.control.setFaults({ of: "all" }, [fault, { kind: "drop" }]);
  const attempt = await buyer.submits(tea, variant);
  await gateway.control.setFaults({ of: "all" }, [{ kind: "drop" }]);
  await tea.is("pending");

  const again = await buyer.submits(tea, variant);
  expect(again.attemptId).toBe(attempt.attemptId);
  await passTime(16);
  await tea.is("paid");
  expect((await tea.attempts()).map(({ attemptId }) => attemptId)).toEqual([attempt.attemptId]);
}

/** The shop asks the gateway about a payment. */
export const queryScenarios = {
  "lost-notification-found-by-query": {
    title:
      "A payment whose notification is lost is found while the buyer waits, if the shop asks the gateway",
    cites: ["B-29", "B-55"],
    underQuirks: "recorded",
    alone: queryingShopSetup,

    async play(context) {
      const { shop, buyer } = context;
      const { tea, page } = await payUnnoticed(context);
      expect(page.isWaiting).toBe(true);
      await tea.is("pending");

      await shop.moveClock(4);
      // The page reloads itself. It has the gateway asked, and does not wait for the answer.
      await expect.poll(async () => (await buyer.opens(page.url)).isWaiting).toBe(false);
      await tea.is("paid");
    },
  },

  "queried-while-notified": {
    title: "A gateway that is asked while its notification arrives pays the order once",
    cites: ["B-28", "B-29", "B-55"],
    alone: queryingShopSetup,

    async play(context) {
      const { shop, gateway } = context;
      const { tea, attempt } = await payUnnoticed(context);
      await shop.moveClock(4);
      const [, answer] = await Promise.all([shop.sweep(), gateway.resendCorrect(attempt)]);
      expect(answer).toBe("200 OK");
      await tea.is("paid");
    },
  },

  "query-proves-nothing": {
    title:
      "A query does not pay the order if the reply is about another order, not signed, or says that it is not paid, although returncode is 00",
    cites: ["B-10", "B-29", "B-55"],
    alone: queryingShopSetup,

    async play(context) {
      const { gateway, passTime } = context;
      const { tea, attempt } = await payUnnoticed(context);
      for (const [seconds, fault] of answers) {
        await gateway.setFaults(attempt, { kind: "drop" }, fault);
        await passTime(seconds);
        await tea.is("pending");
      }
      await gateway.setFaults(attempt, { kind: "drop" });
      await passTime(300);
      await tea.is("paid");
    },
  },

  "query-other-amount": {
    title:
      "A query that reports another amount is under review, and the notification with the right amount pays",
    cites: ["B-11", "B-29", "B-55"],
    underQuirks: "recorded",
    alone: queryingShopSetup,

    async play(context) {
      const { gateway, passTime } = context;
      const { tea, attempt } = await payUnnoticed(context, { kind: "query_amount", trueAmount: "19.98" });
      await passTime(4);
      await tea.is("review", { items: ["amount-mismatch"] });

      expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
      await tea.is("paid", { items: ["amount-mismatch"] });
    },
  },

  "unknown-charge-asked": {
    title: "A direct charge whose response and notification are lost is found by asking, and is not repeated",
    cites: ["B-24", "B-29", "B-55"],
    variants: ["card"],
    alone: queryingShopSetup,
    play: (context, variant) => loseResponse(context, variant, { kind: "lost_connection", when: "after" }),
  },

  "duplicate-refused-in-korean": {
    title: "A buyer whose direct charge is refused as a duplicate, in Korean, is not charged twice",
    cites: ["B-24", "B-29", "B-55"],
    variants: ["card"],
    alone: queryingShopSetup,
    // The gateway charges the card with the first copy of the request, and the shop gets the response to the second copy.
    play: (context, variant) =>
      loseResponse(context, variant, { kind: "duplicate_rejection", language: "ko" }),
  },

  "refunded-in-back-office": {
    title:
      "A refund of the back office that is reported as a late repeat of the success is asked about, and recorded once",
    cites: ["B-60"],
    alone: { ...queryingShopSetup, gateway: { quirks: "recorded", retryGaps: [] } },

    async play({ shop, paidOrder, gateway }) {
      const { tea, attempt } = await paidOrder();
      await gateway.resendCorrect(attempt);
      await shop.moveClock(2 * 3600);
      await gateway.refundInBackOffice(attempt);
      await shop.sweep();
      const [paid] = await tea.attempts();
      expect(paid?.gatewayRefunds).toMatchObject([{ state: "succeeded", amount: tea.total, ofOrder: true }]);
      expect((await tea.reading()).payment).toMatchObject({ state: "paid", reviewItems: [] });
    },
  },

  "query-off": {
    title: "A shop that does not use the query never asks the gateway, and staff get an item for the payment",
    cites: ["B-29", "B-55"],
    alone: { gateway: { retryGaps: [] } },

    async play(context) {
      const { passTime } = context;
      const { tea } = await payUnnoticed(context);
      await passTime(4);
      await tea.is("pending");

      await passTime(hour);
      await tea.is("pending", { items: ["no-result"] });
    },
  },
} satisfies Record<string, Scenario>;
