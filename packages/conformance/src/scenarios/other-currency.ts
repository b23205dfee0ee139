import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const otherCurrencyScenario: Scenario = {
  title: "The correct amount in another currency does not pay",
  cites: ["B-40b"],
  underQuirks: "recorded",

  async play({ order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    expect(await gateway.payWithFaults(attempt, { kind: "wrong_currency", currency: "JPY" })).toBe("200 OK");
    await tea.is("review", { items: ["amount-mismatch"] });
  },
};
