import { variants } from "@pay-index/core";
import type { ReviewKind } from "@pay-index/core/store";
import { expect } from "vitest";
import { type SubmittedAttempt, takesCardInShop } from "../actors/buyer.ts";
import type { CheckoutAssertions } from "../actors/checkout-assertions.ts";
import type { ScenarioContext } from "../actors/scenario-context.ts";
import type { CartChange } from "../host-driver.ts";
import type { Scenario } from "../scenario.ts";

/** The cart changes after the buyer left for the gateway, and then the attempt is paid. */
async function payAfterChange(
  { shop, submittedOrder, gateway }: ScenarioContext,
  change: CartChange,
): Promise<void> {
  const { tea, attempt } = await submittedOrder();
  await shop.change(tea.checkout, change);
  await gateway.setOutcome(attempt, "paid");
  await tea.isPaidAndPlacedOrHeld();
}

/** The cart grows between two tabs, and both are paid. The order has the new price. */
async function payBothTabs(
  { shop, submittedOrder, buyer, gateway }: ScenarioContext,
  first: "old" | "new",
): Promise<void> {
  const { tea, attempt: old } = await submittedOrder();
  await shop.change(tea.checkout, "grow");
  const grown = await buyer.submits(tea);
  for (const attempt of first === "old" ? [old, grown] : [grown, old])
    await gateway.setOutcome(attempt, "paid");
  await tea.isPlacedFor(grown, { items: ["paid-twice"] });
}

/** Staff record that the attempt was refunded, and the buyer pays the same cart with another one. */
async function refundAndPayAgain(
  { buyer, gateway, staff }: ScenarioContext,
  { tea, refunded, kind }: { tea: CheckoutAssertions; refunded: SubmittedAttempt; kind: ReviewKind },
): Promise<void> {
  await staff.refunds(refunded, kind);
  // No order is placed, and the buyer can pay again (ENG-FREE).
  await tea.is("refunded");
  const again = await buyer.submits(tea);
  expect(again.attemptId).not.toBe(refunded.attemptId);
  await gateway.setOutcome(again, "paid");
  await tea.isPlacedFor(again);
}

/** The order changes while the buyer pays. */
export const changedOrderScenarios = {
  "cart-grown": {
    title:
      "If the cart grows after the buyer left for the gateway, no order is placed for the old price, and the payment stays on record",
    cites: ["B-11", "B-19", "B-20"],
    needs: ["cart-changes"],
    play: (context) => payAfterChange(context, "grow"),
  },

  "grown-cart-old-tab-first": {
    title:
      "If the tab with the old price is paid first, the order of the tab with the new price is still placed",
    cites: ["B-10", "B-11"],
    needs: ["cart-changes"],
    play: (context) => payBothTabs(context, "old"),
  },

  "grown-cart-new-tab-first": {
    title:
      "If the tab with the new price is paid first, its order is placed, and the tab with the old price is paid twice",
    cites: ["B-10", "B-11"],
    needs: ["cart-changes"],
    play: (context) => payBothTabs(context, "new"),
  },

  "refunded-buyer-pays-again": {
    title: "A buyer whose payment was refunded is informed, and can pay the same cart again",
    cites: ["B-11", "B-18", "B-20"],
    needs: ["cart-changes", "resolutions"],

    async play(context) {
      const { shop, submittedOrder, gateway } = context;
      const { tea, attempt: refunded } = await submittedOrder();
      await shop.change(tea.checkout, "grow");
      await gateway.setOutcome(refunded, "paid");
      await tea.isHeld();
      await refundAndPayAgain(context, { tea, refunded, kind: "order-not-placed" });
    },
  },

  "pay-again-after-refunded-mismatch": {
    title: "A buyer whose charge of another amount was refunded can pay the same cart again",
    cites: ["B-11", "B-18"],
    needs: ["resolutions"],

    async play(context) {
      const { submittedOrder, gateway } = context;
      const { tea, attempt: refunded } = await submittedOrder();
      await gateway.payWithFaults(refunded, { kind: "wrong_amount", trueAmount: "1.00" });
      await tea.is("review", { items: ["amount-mismatch"] });
      await refundAndPayAgain(context, { tea, refunded, kind: "amount-mismatch" });
    },
  },

  "cart-shrunk": {
    title:
      "If the cart shrinks after the buyer left for the gateway, the order is placed as paid, or a review item opens",
    cites: ["B-11", "B-19", "B-20"],
    needs: ["cart-changes"],
    play: (context) => payAfterChange(context, "shrink"),
  },

  "cart-emptied": {
    title: "If the cart is emptied after the buyer left for the gateway, the payment stays on record",
    cites: ["B-11", "B-19", "B-20"],
    needs: ["cart-changes"],
    play: (context) => payAfterChange(context, "empty"),
  },

  "order-cancelled": {
    title: "An order that was cancelled while the buyer paid stays cancelled, and a review item opens",
    cites: ["B-19", "B-20", "B-25"],
    needs: ["cancelling"],

    async play({ shop, submittedOrder, gateway }) {
      const { tea, attempt } = await submittedOrder();
      await shop.cancel(tea.checkout);
      await gateway.setOutcome(attempt, "paid");
      await tea.isHeld();
      expect((await tea.reading()).cancelled).toBe(true);
    },
  },

  "method-disabled": {
    title:
      "A payment method that is switched off accepts no new buyers, and buyers at the gateway can still pay",
    cites: ["B-16", "B-43"],
    needs: ["disabling"],
    alone: {},

    async play({ shop, order, buyer, succeed }) {
      const [tea, coffee] = [await order(), await order()];
      const attempt = await buyer.submits(tea, "hosted");
      await shop.disable("hosted");
      expect(await buyer.clicks(coffee, "hosted")).toHaveProperty("refused");
      await coffee.is("none");

      await succeed(tea, attempt);
    },
  },

  "unknown-outcome": {
    title: "A sale whose response was lost is paid by its notification, and no card is charged twice",
    cites: ["B-24", "B-29"],
    variants,

    async play({ order, buyer, gateway }, variant) {
      const tea = await order();
      // The card is charged, but the shop learns this neither from the answer nor, for now, from a notification.
      await gateway.control.setFaults({ of: "all" }, [
        { kind: "lost_connection", when: "after" },
        { kind: "drop" },
      ]);
      const attempt = await buyer.submits(tea, variant);
      // The gateway retries repeatedly. The shop receives no notification until the buyer has clicked once more.
      await gateway.setFaults(attempt, { kind: "drop" });
      await gateway.control.setFaults({ of: "all" }, []);
      await tea.is("pending");

      if (takesCardInShop(variant)) {
        const again = await buyer.submits(tea, variant);
        expect(again.attemptId).toBe(attempt.attemptId);
        expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
      } else {
        await gateway.setFaults(attempt);
        await gateway.setOutcome(attempt, "paid");
      }
      await tea.is("paid");
    },
  },
} satisfies Record<string, Scenario>;
