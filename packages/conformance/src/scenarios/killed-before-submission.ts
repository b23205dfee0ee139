import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const killedBeforeSubmissionScenario: Scenario = {
  title: "A process that is killed after it stored the attempt has charged nobody, and a later click pays",
  cites: ["B-24", "B-28"],
  variants: ["hosted", "card"],
  alone: { shop: { timeout: 5, unknownHold: 60 } },

  async play({ shop, order, buyer, gateway }, variant) {
    const tea = await order();
    await shop.killAfter("started");
    await buyer.clicks(tea, variant).catch(() => undefined);
    await shop.waitForDeath();
    await shop.startAgain();
    await tea.is("created");
    const [lost] = await tea.attempts();
    expect(await gateway.hasAttempt({ attemptId: lost?.attemptId ?? "" })).toBe(false);

    await shop.moveClock(61);
    const attempt = await buyer.submits(tea, variant);
    await buyer.pays(attempt);
    await gateway.waitUntilNotified(attempt);
    await tea.is("paid");
  },
};
