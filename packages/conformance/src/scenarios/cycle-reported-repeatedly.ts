import { expect } from "vitest";
import { type Scenario, withCycles } from "../scenario.ts";

export const cycleReportedRepeatedlyScenario: Scenario = {
  title: "A cycle that is reported fifty times at once, or again much later, becomes one order",
  cites: ["B-07", "B-32", "B-47"],
  ...withCycles,

  async play({ shop, subscription, gateway }) {
    const { tea, attempt } = await subscription();
    await gateway.advance(attempt, 31);
    expect(await gateway.resend(attempt, 50)).toEqual(["200 OK"]);
    await shop.restart();
    const { engine } = await shop.dump();
    expect(await gateway.resend(attempt, 3)).toEqual(["200 OK"]);
    expect((await shop.dump()).engine).toBe(engine);
    await tea.isRenewed([2]);
  },
};
