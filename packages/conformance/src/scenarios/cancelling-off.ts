import { expect } from "vitest";
import { type Scenario, withCycles } from "../scenario.ts";

export const cancellingOffScenario: Scenario = {
  title: "A shop that does not use the cancellation sends none, and the subscription goes on",
  cites: ["B-58"],
  ...withCycles,

  async play({ subscription, gateway, staff }) {
    const { tea, attempt } = await subscription();
    expect(await staff.cancels(attempt)).toEqual({ refusedByShop: "operation_disabled" });
    const { timeline } = await gateway.control.orderDetails(attempt.attemptId);
    expect(timeline.filter(({ type }) => type === "operation_called")).toEqual([]);
    await gateway.advance(attempt, 31);
    await tea.isRenewed([2]);
    expect((await tea.subscription()).state).toBe("active");
  },
};
