import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const cyclesRenewed: Scenario = {
  title: "Each paid cycle of a subscription after the first is one order more, and the last ends it",
  cites: ["B-47"],
  variants: ["subscription"],
  needs: ["cycles"],
  alone: { gateway: {} },

  async play({ subscription, gateway }) {
    const { tea, attempt } = await subscription({ totalCount: 3 });
    await tea.isRenewed([]);
    await gateway.passes(attempt, 31);
    await tea.isRenewed([2]);
    expect(await tea.subscription()).toMatchObject({ state: "active", nextCycle: { number: 3 } });
    await gateway.passes(attempt, 400);
    await tea.isRenewed([2, 3]);
    const { state, nextCycle } = await tea.subscription();
    expect([state, nextCycle]).toEqual(["ended", undefined]);
  },
};
