import { expect } from "vitest";
import { type Scenario, withCycles } from "../scenario.ts";

export const cycleUnderOwnAttemptIdScenario: Scenario = {
  title:
    "A cycle under its own gateway order ID is assigned by its cycle number; without a number it waits for an operator",
  cites: ["B-47", "B-48"],
  ...withCycles,

  async play({ subscription, gateway }) {
    const { tea, attempt } = await subscription();
    await gateway.setFaults(attempt, { kind: "own_order_id" });
    await gateway.advance(attempt, 31);
    await tea.isRenewed([2]);
    await gateway.setFaults(attempt, { kind: "own_order_id" }, { kind: "wrong_cycle" });
    await gateway.advance(attempt, 31);
    await tea.isRenewed([2], { items: ["unknown-cycle"] });
    expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
    await tea.isRenewed([2, 3]);
  },
};
