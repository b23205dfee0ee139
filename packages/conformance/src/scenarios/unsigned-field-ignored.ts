import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const unsignedFieldIgnoredScenario: Scenario = {
  title:
    "A field that the signature does not cover decides nothing, and a missing currency does not make room for one",
  cites: ["B-37", "B-40b"],

  async play({ submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await gateway.payWithFaults(attempt, { kind: "wrong_token" });
    const withoutCurrency = await gateway.postChanged(attempt, (fields) => fields.delete("currency"));
    expect(withoutCurrency).toBe("401 mismatch");
    await tea.is("pending", { items: ["not-verified"] });
    const withMore = await gateway.postChanged(attempt, (fields) => {
      fields.set("alert_type", "Refund");
      fields.set("trade_state", "REFUND");
      fields.set("msg", "a & b");
    });
    expect(withMore).toBe("200 OK");
    await tea.is("paid", { items: ["not-verified"] });
  },
};
