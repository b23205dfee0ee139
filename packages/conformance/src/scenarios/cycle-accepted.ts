import type { Scenario } from "../scenario.ts";

export const cycleAcceptedScenario: Scenario = {
  title:
    "A cycle that an operator accepts becomes one order, however often it is accepted or reported afterwards",
  cites: ["B-29", "B-40b", "B-47"],
  variants: ["subscription"],
  needs: ["cycles", "resolutions"],
  alone: { gateway: {} },

  async play({ subscription, gateway, staff }) {
    const { tea, attempt } = await subscription();
    await gateway.setFaults(attempt, { kind: "wrong_amount", trueAmount: "0.01" });
    await gateway.advance(attempt, 31);
    await tea.isRenewed([], { items: ["amount-mismatch"] });
    await Promise.all([staff.accepts(attempt, 2), staff.accepts(attempt, 2)]);
    await tea.isRenewed([2]);
    await gateway.resendCorrect(attempt);
    await staff.accepts(attempt, 2);
    await tea.isRenewed([2]);
  },
};
