import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const unsignedNotificationScenario: Scenario = {
  title: "A notification without a signature pays nothing, even at the correct notify address",
  cites: ["B-36", "B-40b"],

  async play({ submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    expect(await gateway.payWithFaults(attempt, { kind: "unsigned" })).toMatch(/^4\d\d /);
    await tea.is("pending", { items: ["not-verified"] });

    expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
    await tea.is("paid");
  },
};
