import { expect } from "vitest";
import { type Scenario, withCycles } from "../scenario.ts";

export const cyclesRenewedScenario: Scenario = {
  title: "Each later paid cycle of a subscription becomes one order, and the last one ends the subscription",
  cites: ["B-47"],
  ...withCycles,
  underQuirks: "recorded",

  async play({ subscription, gateway }) {
    const { tea, attempt } = await subscription({ totalCount: 3 });
    await tea.isRenewed([]);
    await gateway.advance(attempt, 31);
    await tea.isRenewed([2]);
    expect(await tea.subscription()).toMatchObject({ state: "active", nextCycle: { number: 3 } });
    await gateway.advance(attempt, 400);
    await tea.isRenewed([2, 3]);
    const { state, nextCycle } = await tea.subscription();
    expect([state, nextCycle]).toEqual(["ended", undefined]);
  },
};
