import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const underpaidScenario: Scenario = {
  title: "An order that was paid in part stays unpaid until the gateway corrects the amount",
  cites: ["B-11", "B-40b"],
  underQuirks: "recorded",

  async play({ submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    expect(await gateway.payWithFaults(attempt, { kind: "wrong_amount", trueAmount: "19.98" })).toBe(
      "200 OK",
    );
    await tea.is("review", { items: ["amount-mismatch"] });

    expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
    await tea.is("paid", { items: ["amount-mismatch"] });
  },
};
