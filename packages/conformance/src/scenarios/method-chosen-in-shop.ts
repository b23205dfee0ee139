import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const methodChosenInShopScenario: Scenario = {
  title: "A payment method that the buyer chose in the shop is the one that is paid with",
  cites: ["B-13"],
  variants: ["apm"],

  async play({ submittedOrder, buyer, gateway }) {
    const { tea, attempt: first } = await submittedOrder({ variant: "apm", method: "paypal" });
    expect(first.url).toMatch(/\/method\/paypal$/);

    // A different method is a different request, so it starts a new attempt.
    const second = await buyer.submits(tea, { variant: "apm", method: "ideal" });
    expect(second.url).toMatch(/\/method\/ideal$/);
    expect(second.attemptId).not.toBe(first.attemptId);

    await buyer.pays(second);
    await gateway.waitUntilNotified(second);
    await tea.is("paid");
  },
};
