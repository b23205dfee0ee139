import type { Scenario } from "../scenario.ts";

export const olderAttemptFailsLateScenario: Scenario = {
  title: "A late failure of an older attempt does not change what another attempt has paid",
  cites: ["B-26"],

  async play({ submittedOrder, buyer, gateway }) {
    const { tea, attempt: older } = await submittedOrder("hosted");
    const newer = await buyer.submits(tea, "link");
    await gateway.setOutcome(newer, "paid");
    await gateway.setOutcome(older, "failed");
    await tea.is("paid");
  },
};
