import { expect } from "vitest";
import { buyerCards, createSubmission } from "../actors/buyer.ts";
import type { Scenario } from "../scenario.ts";

const quarterHour = 15 * 60;

export const cardsLimitedScenario: Scenario = {
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
};
