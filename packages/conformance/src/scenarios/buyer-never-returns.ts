import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const buyerNeverReturnsScenario: Scenario = {
  title: "A buyer who pays and closes the window gets the order",
  cites: ["B-03", "B-04"],
  variants: ["hosted", "link", "apm"],

  async play({ submittedOrder, buyer, gateway }, variant) {
    const { tea, attempt } = await submittedOrder(variant);
    // Staff see pending payments with buyer and amount before anything is paid.
    expect(await tea.attempts()).toMatchObject([{ variant, state: "pending", amount: tea.total }]);

    await gateway.setOutcome(attempt, "paid");
    await tea.is("paid");
  },
};
