import { expect } from "vitest";
import { buyerCards, createSubmission } from "../actors/buyer.ts";
import type { Scenario } from "../scenario.ts";

export const threeDPassedScenario: Scenario = {
  title: "A card that requires 3D Secure pays after the buyer has passed it",
  cites: ["B-03", "B-41"],
  variants: ["card", "subscription"],

  async play({ submittedOrder, buyer, gateway }, variant) {
    const { tea, attempt } = await submittedOrder(createSubmission(variant, buyerCards.asks));
    expect(attempt.url).toMatch(/\/3d$/);
    await tea.is("pending");

    const back = await buyer.pays(attempt);
    await gateway.waitUntilNotified(attempt);
    await tea.is("paid");
    expect(await buyer.opens(back)).toMatchObject({ isWaiting: false });
  },
};
