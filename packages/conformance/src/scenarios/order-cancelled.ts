import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const orderCancelledScenario: Scenario = {
  title: "An order that was cancelled while the buyer paid stays cancelled, and a review item opens",
  cites: ["B-19", "B-20", "B-25"],
  needs: ["cancelling"],

  async play({ shop, submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await shop.cancel(tea.checkout);
    await gateway.setOutcome(attempt, "paid");
    await tea.isPaidButNotPlaced();
    expect((await tea.reading()).cancelled).toBe(true);
  },
};
