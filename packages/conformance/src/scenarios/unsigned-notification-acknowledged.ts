import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const unsignedNotificationAcknowledgedScenario: Scenario = {
  title: "A shop can acknowledge a notification without a signature, which staff see and which pays nothing",
  cites: ["B-36", "B-40b"],
  alone: { shop: { unsignedNotifications: "record" } },

  async play({ submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    expect(await gateway.payWithFaults(attempt, { kind: "unsigned" })).toBe("200 OK");
    await tea.is("pending", { items: ["not-verified"] });

    expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
    await tea.is("paid");
  },
};
