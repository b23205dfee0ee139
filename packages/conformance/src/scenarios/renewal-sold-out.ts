import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const renewalSoldOutScenario: Scenario = {
  title:
    "A cycle for a sold-out product becomes no order; its payment stays on record, and a review item opens",
  cites: ["B-19", "B-20", "B-47"],
  variants: ["subscription"],
  needs: ["cycles", "stock"],
  alone: { gateway: {} },

  async play({ shop, subscription, gateway }) {
    const { tea, attempt } = await subscription();
    await shop.sellOut(tea.checkout);
    await gateway.advance(attempt, 31);
    await tea.isRenewed([], { items: ["renewal-not-placed"] });
    const { transactionId } = await gateway.control.orderDetails(attempt.attemptId);
    const [, second] = (await tea.subscription()).cycles;
    expect(second).toMatchObject({ number: 2, state: "paid", transactionId });
    expect(second?.placedOrder).toBeUndefined();
  },
};
