import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

const declines = 16;

export const declinedManyTimesScenario: Scenario = {
  title:
    "Of many declines on one payment page, a limited number is kept with a count, and a later success pays",
  cites: ["B-18", "B-22"],

  async play({ submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    for (let index = 0; index < declines; index++) await gateway.setOutcome(attempt, "failed");
    const { payment } = await tea.reading();
    expect(payment.state).toBe("failed");
    const timeline = payment.attempts[0]?.timeline.map(({ text }) => text) ?? [];
    expect(timeline.length).toBeLessThan(declines);
    expect(timeline.join("\n")).toContain("more reports without a payment arrived");
    await gateway.setOutcome(attempt, "paid");
    await tea.is("paid");
  },
};
