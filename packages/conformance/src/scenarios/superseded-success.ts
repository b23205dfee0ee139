import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const supersededSuccessScenario: Scenario = {
  title: "A buyer who goes back to the first tab and pays there has paid",
  cites: ["B-16"],

  async play({ submittedOrder, buyer, gateway }) {
    const { tea, attempt: older } = await submittedOrder("hosted");
    const newer = await buyer.submits(tea, "link");
    expect(newer.attemptId).not.toBe(older.attemptId);
    const back = await buyer.pays(older);
    await gateway.waitUntilNotified(older);
    await tea.is("paid");
    expect(await buyer.opens(back)).toMatchObject({ isWaiting: false });
    await gateway.setOutcome(newer, "failed");
    await tea.is("paid");
  },
};
