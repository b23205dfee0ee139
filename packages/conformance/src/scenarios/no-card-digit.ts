import { expect } from "vitest";
import { type Canary, control, declined, success, threeD, tracesOf } from "../card-canary.ts";
import type { Scenario } from "../scenario.ts";
import { submissionOf } from "../stage/buyer.ts";

export const noCardDigit: Scenario = {
  title: "No digits of a card and no key are stored or printed, however the charge ends",
  cites: ["B-50"],
  variants: ["card", "subscription"],

  async play({ shop, order, buyer }, variant) {
    // A name of goods is stored by every shop: what the search finds there it would find elsewhere.
    const planted = await order({ lines: [{ name: `Tea ${control.number}`, price: 1999, quantity: 1 }] });
    const attempts: string[] = [];
    for (const canary of [declined, threeD, success]) {
      const attempt = await buyer.submits(planted, submissionOf(variant, cardOf(canary)));
      attempts.push(attempt.orderNumber);
      await buyer.isDeclined(attempt);
    }
    const { stored, logged } = await shop.dump();
    expect(tracesOf([control], stored)).toContain("number raw");
    for (const orderNumber of attempts) {
      expect(stored).toContain(orderNumber);
      expect(logged).toContain(orderNumber);
    }
    expect(tracesOf([declined, threeD, success], stored)).toEqual([]);
    expect(tracesOf([declined, threeD, success], logged)).toEqual([]);
  },
};

function cardOf({ number, cvv }: Canary) {
  return { number, cvv, month: "12", year: "2099" };
}
