import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const fiftyNotificationsTogetherScenario: Scenario = {
  title: "Fifty copies of one notification that arrive at once from another process pay once",
  cites: ["B-01", "B-07", "B-08"],
  variants: ["hosted", "card"],

  async play({ order, buyer, gateway }, variant) {
    const tea = await order();
    // None of the fifty is the first notification: the gateway has sent none yet.
    await gateway.control.setFaults({ of: "all" }, [{ kind: "duplicate", copies: 50, together: true }]);
    const attempt = await buyer.submits(tea, variant);
    await buyer.pays(attempt);
    await gateway.waitUntilNotified(attempt);
    await gateway.control.clearFaults();
    expect(await gateway.resend(attempt, 50)).toEqual(["200 OK"]);
    await tea.is("paid");
  },
};
