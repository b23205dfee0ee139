import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const overpaidScenario: Scenario = {
  title:
    "An order that was paid with a higher amount waits for a review until the gateway corrects the amount",
  cites: ["B-11", "B-40b"],
  underQuirks: "recorded",

  async play({ submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    expect(await gateway.payWithFaults(attempt, { kind: "wrong_amount", trueAmount: "199.90" })).toBe(
      "200 OK",
    );
    await tea.is("review", { items: ["amount-mismatch"] });

    expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
    await tea.is("paid", { items: ["amount-mismatch"] });
  },
};
