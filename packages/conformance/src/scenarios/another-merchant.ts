import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const anotherMerchantScenario: Scenario = {
  title: "A notification that another merchant of the same gateway signed is not accepted",
  cites: ["B-31", "B-40b"],

  async play({ submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    expect(await gateway.payWithFaults(attempt, { kind: "other_merchant" })).toMatch(/^4\d\d /);
    await tea.is("pending", { items: ["not-verified"] });

    expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
    await tea.is("paid", { items: ["not-verified"] });
  },
};
