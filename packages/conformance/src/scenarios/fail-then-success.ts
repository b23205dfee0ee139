import type { Scenario } from "../scenario.ts";

export const failThenSuccessScenario: Scenario = {
  title: "A success after a failure pays",
  cites: ["B-25"],
  variants: ["hosted", "link", "apm"],
  underQuirks: "recorded",

  async play({ submittedOrder, gateway }, variant) {
    const { tea, attempt } = await submittedOrder(variant);
    await gateway.setOutcome(attempt, "failed");
    await tea.is("failed");
    await gateway.setOutcome(attempt, "paid");
    await tea.is("paid");
  },
};
