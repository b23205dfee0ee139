import { expect } from "vitest";
import { type Scenario, withCycles } from "../scenario.ts";

export const cycleDeclineReportedToShopScenario: Scenario = {
  title: "A declined charge of a later cycle reaches the shop's own code once, however often it is reported",
  cites: ["B-54"],
  ...withCycles,

  async play({ shop, subscription, gateway }) {
    const { tea, attempt } = await subscription({ attempts: 3 });
    await gateway.setFaults(attempt, { kind: "decline_cycle" });
    await gateway.advance(attempt, 32);
    await tea.hasDeclined([2]);
    expect(await gateway.resend(attempt, 20)).toEqual(["200 OK"]);
    await gateway.advance(attempt, 31);
    await shop.sweep();
    await tea.hasDeclined([2, 3]);
    await tea.isRenewed([]);
  },
};
