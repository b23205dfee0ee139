import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

const rounds = 5;

export const tickMeetsNotification: Scenario = {
  title: "A sweep that runs while notifications arrive does none of their work twice",
  cites: ["B-01", "B-28"],

  async play({ shop, order, buyer, gateway }) {
    for (let round = 0; round < rounds; round++) {
      const tea = await order();
      const attempt = await buyer.submits(tea);
      await gateway.lies(attempt, { kind: "drop" });
      await gateway.desk.settle(attempt.attemptId, { outcome: "paid" });
      await gateway.lies(attempt);
      let isOver = false;
      const told = gateway.repeats(attempt, 10).finally(() => {
        isOver = true;
      });
      while (!isOver) await Promise.all([shop.sweep(), shop.sweep()]);
      expect(await told).toEqual(["200 OK"]);
      await tea.is("paid");
    }
  },
};
