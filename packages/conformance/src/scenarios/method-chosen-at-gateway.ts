import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const methodChosenAtGatewayScenario: Scenario = {
  title: "A buyer who chose no payment method in the shop chooses one at the gateway",
  cites: ["B-03", "B-18"],
  variants: ["apm"],

  async play({ submittedOrder, buyer, gateway }) {
    const { tea, attempt } = await submittedOrder({ variant: "apm" });
    expect(attempt.url).not.toContain("/method/");
    await buyer.isDeclined(attempt);
    await gateway.waitUntilNotified(attempt);
    await tea.is("failed");

    const again = await buyer.submits(tea, { variant: "apm" });
    await buyer.pays(again);
    await gateway.waitUntilNotified(again);
    await tea.is("paid");
  },
};
