import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const repeatsAfterRestartScenario: Scenario = {
  title: "A shop recognizes repeated notifications after a restart",
  cites: ["B-07", "B-30"],
  alone: {},

  async play({ shop, submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await gateway.setOutcome(attempt, "paid");
    await shop.restart();
    expect(await gateway.resend(attempt, 10)).toEqual(["200 OK"]);
    await tea.is("paid");
  },
};
