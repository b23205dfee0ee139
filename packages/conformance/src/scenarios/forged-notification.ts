import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const forgedNotificationScenario: Scenario = {
  title: "A notification with a wrong signature pays nothing, and a review item opens",
  cites: ["B-36", "B-40b"],
  underQuirks: "recorded",

  async play({ submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    expect(await gateway.payWithFaults(attempt, { kind: "corrupt_sign" })).toMatch(/^4\d\d /);
    await tea.is("pending", { items: ["not-verified"] });

    expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
    await tea.is("paid");
  },
};
