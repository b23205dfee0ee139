import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const appReturnBeforeNotificationScenario: Scenario = {
  title: "A buyer who returns to an app before the notification arrives gets no wrong result",
  cites: ["B-42"],
  variants: ["apm"],

  async play({ submittedOrder, buyer, gateway }) {
    const { tea, attempt } = await submittedOrder({
      variant: "apm",
      method: "cashapp",
      appScheme: "teashop",
    });
    expect(attempt.url).toMatch(/\/app$/);
    expect(await buyer.opens(await buyer.leaves(attempt))).toMatchObject({ status: 200, isWaiting: true });
    await tea.is("pending");

    await gateway.setOutcome(attempt, "paid");
    await tea.is("paid");
  },
};
