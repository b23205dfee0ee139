import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const twoTabsStartOneAttemptScenario: Scenario = {
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
};
