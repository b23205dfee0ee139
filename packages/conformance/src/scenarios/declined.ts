import { variants } from "@pay-index/core";
import { buyerCards, createSubmission } from "../actors/buyer.ts";
import type { Scenario } from "../scenario.ts";

export const declinedScenario: Scenario = {
  title: "A buyer whose card is declined can pay the same cart with the next click",
  cites: ["B-18", "B-22"],
  variants,
  underQuirks: "all",

  async play({ submittedOrder, buyer, gateway }, variant) {
    const { tea, attempt: first } = await submittedOrder(createSubmission(variant, buyerCards.declined));
    await buyer.isDeclined(first);
    await gateway.waitUntilNotified(first);
    await tea.is("failed");

    const second = await buyer.submits(tea, variant);
    await buyer.pays(second);
    await gateway.waitUntilNotified(second);
    await tea.is("paid");
  },
};
