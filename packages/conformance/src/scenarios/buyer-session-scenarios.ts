import { expect } from "vitest";
import { createSubmission } from "../actors/buyer.ts";
import type { ScenarioContext } from "../actors/scenario-context.ts";
import {
  type CanaryCard,
  challengeCard,
  declinedCard,
  findCardAndKeyTraces,
  searchSelfTestCard,
  successCard,
} from "../card-canary.ts";
import type { CheckoutKey } from "../host-driver.ts";
import type { Scenario } from "../scenario.ts";

function createCard({ number, cvv }: CanaryCard) {
  return { number, cvv, month: "12", year: "2099" };
}

/** The buyer changes something between two tabs, and pays in the old one, or in the new one. */
function payInEachTab(change: (shop: ScenarioContext["shop"], checkout: CheckoutKey) => Promise<void>) {
  return async ({ shop, submittedOrder, buyer, pay }: ScenarioContext): Promise<void> => {
    for (const tab of ["old", "new"] as const) {
      const { tea, attempt: older } = await submittedOrder();
      await change(shop, tea.checkout);
      const newer = await buyer.submits(tea);
      await pay(tab === "old" ? older : newer);
      await tea.is("paid");
    }
  };
}

/** Sessions, tenants, and data that is not stored. */
export const buyerSessionScenarios = {
  "two-tabs-start-one-attempt": {
    title: "Two tabs that pay the same cart at the same time start one attempt and one charge",
    cites: ["B-08", "B-12", "B-13"],
    variants: ["hosted", "card"],

    async play({ order, buyer, gateway }, variant) {
      const tea = await order();
      await Promise.all([buyer.clicks(tea, variant), buyer.clicks(tea, variant)]);
      const attempt = await buyer.submits(tea, variant);
      expect(await tea.attempts()).toHaveLength(1);
      if (variant === "hosted") await buyer.pays(attempt);
      await gateway.waitUntilNotified(attempt);
      await tea.is("paid");
    },
  },

  "language-changed": {
    title: "A buyer who changes the language during checkout can pay in the old tab and in the new one",
    cites: ["B-13", "B-15", "B-16"],
    needs: ["languages"],
    play: payInEachTab((shop, checkout) => shop.setLanguage(checkout, "ja")),
  },

  "login-midway": {
    title: "A guest who signs in during checkout can pay in the old tab and in the new one",
    cites: ["B-13", "B-14", "B-16"],
    needs: ["login"],
    play: payInEachTab((shop, checkout) => shop.logIn(checkout)),
  },

  tenants: {
    title: "A payment of one tenant counts for that tenant only",
    cites: ["B-43", "B-44"],
    needs: ["tenants"],
    alone: { tenants: ["default", "other"] },

    async play({ order, buyer, succeed }) {
      const [here, there] = [await order(), await order({ tenant: "other" })];
      const [, attempt] = [await buyer.submits(here), await buyer.submits(there)];
      await succeed(there, attempt);
      await here.is("pending");
    },
  },

  "no-card-digit": {
    title: "No card digits and no key are stored or printed, whatever the result of the charge",
    cites: ["B-50"],
    variants: ["card", "subscription"],

    async play({ shop, order, buyer }, variant) {
      // Every shop stores the names of goods. Finding the control card there proves that the search would also find a card elsewhere.
      const planted = await order({
        lines: [{ name: `Tea ${searchSelfTestCard.number}`, price: 1999, quantity: 1 }],
      });
      const attempts: string[] = [];
      for (const canary of [declinedCard, challengeCard, successCard]) {
        const attempt = await buyer.submits(planted, createSubmission(variant, createCard(canary)));
        attempts.push(attempt.attemptId);
        await buyer.isDeclined(attempt);
      }
      const { stored, logged } = await shop.dump();
      expect(findCardAndKeyTraces([searchSelfTestCard], stored)).toContain("number raw");
      for (const attemptId of attempts) {
        expect(stored).toContain(attemptId);
        expect(logged).toContain(attemptId);
      }
      expect(findCardAndKeyTraces([declinedCard, challengeCard, successCard], stored)).toEqual([]);
      expect(findCardAndKeyTraces([declinedCard, challengeCard, successCard], logged)).toEqual([]);
    },
  },

  "notify-token-not-stored": {
    title: "The token of the notify address is neither stored nor printed",
    cites: ["B-43"],

    async play({ shop, submittedOrder, gateway }) {
      const { attempt } = await submittedOrder();
      await gateway.setOutcome(attempt, "paid");
      const { notify } = await gateway.submittedUrls(attempt);
      const token = new URL(notify).pathname.split("/").at(-1) ?? "";
      expect(token).toMatch(/^[0-9A-Z]{26}$/);
      const { stored, logged } = await shop.dump();
      for (const text of [stored, logged]) {
        // The search covers only text about this payment.
        expect(text).toContain(attempt.attemptId);
        expect(text.includes(token)).toBe(false);
      }
    },
  },
} satisfies Record<string, Scenario>;
