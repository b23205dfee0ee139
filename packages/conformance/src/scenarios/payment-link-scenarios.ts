import { expect } from "vitest";
import type { CheckoutAssertions } from "../actors/checkout-assertions.ts";
import type { ScenarioContext } from "../actors/scenario-context.ts";
import { operator } from "../actors/staff.ts";
import type { Scenario } from "../scenario.ts";

function createLink({ shop }: ScenarioContext, { checkout }: CheckoutAssertions) {
  const { tenant, reference } = checkout;
  return shop.createPaymentLink({ tenant, reference, operator });
}

/** Staff make payment links. */
export const paymentLinkScenarios = {
  "payment-link": {
    title: "A buyer opens a payment link of staff twice and pays once, and the order is placed once",
    cites: ["B-63"],
    needs: ["links"],

    async play(context) {
      const { buyer } = context;
      const tea = await context.order();
      const link = await createLink(context, tea);
      await expect(createLink(context, tea)).rejects.toThrow(/Another payment link/);
      const first = await buyer.opensLink(tea, link);
      const second = await buyer.opensLink(tea, link);
      expect(second?.url).toBe(first?.url);
      if (first === undefined) throw new Error("the link cannot be paid");
      await context.pay(first);
      await tea.is("paid");
      expect(await buyer.opensLink(tea, link)).toBeUndefined();
      await expect(createLink(context, tea)).rejects.toThrow(/paid/);
    },
  },

  "payment-link-withdrawn": {
    title:
      "A payment link that was withdrawn cannot be opened, and staff decide if its open page is paid all the same",
    cites: ["B-63"],
    needs: ["links"],

    async play(context) {
      const { shop, buyer, gateway } = context;
      const tea = await context.order();
      const link = await createLink(context, tea);
      const opened = await buyer.opensLink(tea, link);
      if (opened === undefined) throw new Error("the link cannot be paid");
      const { tenant, reference } = tea.checkout;
      await shop.withdrawPaymentLink({ tenant, reference, linkId: link.linkId, operator });
      expect(await buyer.opensLink(tea, link)).toBeUndefined();
      await gateway.setOutcome(opened, "paid");
      await tea.isHeld();
    },
  },

  "payment-link-after-payment": {
    title: "A payment link of an order that was paid in another way starts nothing",
    cites: ["B-63"],
    needs: ["links"],

    async play(context) {
      const { buyer } = context;
      const tea = await context.order();
      const link = await createLink(context, tea);
      await context.pay(await buyer.submits(tea));
      expect(await buyer.opensLink(tea, link)).toBeUndefined();
      expect(await tea.attempts()).toHaveLength(1);
      await tea.is("paid");
    },
  },

  "payment-link-changed-order": {
    title: "A payment link charges what is due when the buyer opens it",
    cites: ["B-11", "B-63"],
    needs: ["links", "cart-changes"],

    async play(context) {
      const { shop, buyer, gateway } = context;
      const tea = await context.order();
      const link = await createLink(context, tea);
      await shop.change(tea.checkout, "grow");
      const opened = await buyer.opensLink(tea, link);
      if (opened === undefined) throw new Error("the link cannot be paid");
      const [attempt] = await tea.attempts();
      expect(attempt?.amount.minor).toBeGreaterThan(link.amount.minor);
      await gateway.setOutcome(opened, "paid");
      await tea.isPlacedFor(opened);
    },
  },
} satisfies Record<string, Scenario>;
