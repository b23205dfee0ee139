import { expect } from "vitest";
import { type Scenario, withCycles } from "../scenario.ts";

const day = 86_400;

export const subscriptionClosedByGatewayScenario: Scenario = {
  title: "A subscription that the gateway closed is displayed as closed, and no further cycle is expected",
  cites: ["B-47"],
  ...withCycles,
  underQuirks: "recorded",

  async play({ shop, subscription, gateway }) {
    const { tea, attempt } = await subscription();
    await gateway.advance(attempt, 31);
    await gateway.closeAttempt(attempt);
    await gateway.advance(attempt, 60);
    await shop.moveClock(34 * day);
    await shop.sweep();
    await shop.moveClock(60 * day);
    await shop.sweep();
    await tea.isRenewed([2]);
    const { state, nextCycle } = await tea.subscription();
    expect([state, nextCycle]).toEqual(["closed", undefined]);
  },
};
