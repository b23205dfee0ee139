import type { Scenario } from "../scenario.ts";
import { cards, submissionOf } from "../stage/buyer.ts";

export const threeDFailed: Scenario = {
  title: "A buyer who fails before the bank can try another card at once",
  cites: ["B-18", "B-22"],
  variants: ["card", "subscription"],

  async play({ order, buyer, gateway }, variant) {
    const tea = await order();
    const first = await buyer.submits(tea, submissionOf(variant, cards.asks));
    await buyer.isDeclined(first);
    await gateway.hasTold(first);
    await tea.is("failed");

    const second = await buyer.submits(tea, submissionOf(variant, cards.good));
    await gateway.hasTold(second);
    await tea.is("paid");
  },
};
