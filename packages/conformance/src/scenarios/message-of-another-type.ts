import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const messageOfAnotherTypeScenario: Scenario = {
  title:
    "A signed reply to a query that is posted to the notify address pays nothing, and staff see what it is",
  cites: ["B-36", "B-40b"],

  async play({ submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    for (const added of [{ datetime: "" }, { datetime: "0", attach: "paid" }])
      expect(await gateway.postQueryReply(attempt, added)).toBe("400 malformed");
    await tea.is("pending", { items: ["not-verified"] });

    await gateway.setOutcome(attempt, "paid");
    await tea.is("paid", { items: ["not-verified"] });
    expect(await gateway.postQueryReply(attempt, { datetime: "" })).toBe("400 malformed");
    await tea.is("paid", { items: ["not-verified"] });
  },
};
