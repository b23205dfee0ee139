import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const otherCurrencyScenario: Scenario = {
  title: "The correct amount in another currency does not pay",
  cites: ["B-40b"],
  underQuirks: "recorded",

  async play({ submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    expect(await gateway.payWithFaults(attempt, { kind: "wrong_currency", currency: "JPY" })).toBe("200 OK");
    await tea.is("review", { items: ["amount-mismatch"] });
  },
};
