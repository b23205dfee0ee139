import { expect } from "vitest";
import { createSubmission } from "../actors/buyer.ts";
import {
  type CanaryCard,
  challengeCard,
  declinedCard,
  findCardAndKeyTraces,
  searchSelfTestCard,
  successCard,
} from "../card-canary.ts";
import type { Scenario } from "../scenario.ts";

export const noCardDigitScenario: Scenario = {
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
};

function createCard({ number, cvv }: CanaryCard) {
  return { number, cvv, month: "12", year: "2099" };
}
