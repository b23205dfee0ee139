import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const ownAcknowledgementScenario: Scenario = {
  title: "A shop can acknowledge notifications and repeats with the text that its gateway expects",
  cites: ["B-30", "B-38"],
  // The sandbox expects OK, so it would repeat each notification.
  alone: { shop: { acknowledgement: "success" }, gateway: { retryGaps: [] } },

  async play({ submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    expect(await gateway.payWithFaults(attempt)).toBe("200 success");
    expect(await gateway.resendCorrect(attempt)).toBe("200 success");
    await tea.is("paid");
  },
};
