import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const cycleDeclineReported: Scenario = {
  title: "A declined charge of a later cycle reaches the shop's own code once, however often it is reported",
  cites: ["B-54"],
  variants: ["subscription"],
  needs: ["cycles"],
  alone: { gateway: {} },

  async play({ shop, subscription, gateway }) {
    const { tea, attempt } = await subscription({ attempts: 3 });
    await gateway.lies(attempt, { kind: "decline_cycle" });
    await gateway.passes(attempt, 32);
    await tea.hasDeclined([2]);
    expect(await gateway.repeats(attempt, 20)).toEqual(["200 OK"]);
    await gateway.passes(attempt, 31);
    await shop.sweep();
    await tea.hasDeclined([2, 3]);
    await tea.isRenewed([]);
  },
};
