import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

const rounds = 5;

export const tickMeetsNotificationScenario: Scenario = {
  title: "A sweep that runs while notifications arrive does none of their work twice",
  cites: ["B-01", "B-28"],

  async play({ shop, submittedOrder, gateway }) {
    for (let round = 0; round < rounds; round++) {
      const { tea, attempt } = await submittedOrder();
      await gateway.setFaults(attempt, { kind: "drop" });
      await gateway.control.resolve(attempt.attemptId, { outcome: "paid" });
      await gateway.setFaults(attempt);
      let isOver = false;
      const replies = gateway.resend(attempt, 10).finally(() => {
        isOver = true;
      });
      while (!isOver) await Promise.all([shop.sweep(), shop.sweep()]);
      expect(await replies).toEqual(["200 OK"]);
      await tea.is("paid");
    }
  },
};
