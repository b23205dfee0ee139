import type { Scenario } from "../scenario.ts";

export const successThenFailScenario: Scenario = {
  title:
    "A failure after a success changes nothing; if it concerns the same transaction, a review item opens",
  cites: ["B-26", "B-27"],
  underQuirks: "recorded",

  async play({ submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await gateway.setOutcome(attempt, "paid");
    await gateway.setOutcome(attempt, "failed", "same");
    await tea.is("paid", { items: ["contradictory-results"] });
    await gateway.setOutcome(attempt, "failed");
    await tea.is("paid", { items: ["contradictory-results"] });
  },
};
