import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

const rounds = 5;

export const paidTwiceTogether: Scenario = {
  title: "Two attempts that are paid in one moment settle one order once, whichever is first",
  cites: ["B-01", "B-08", "B-10"],

  async play({ order, buyer, gateway }) {
    for (let round = 0; round < rounds; round++) {
      const tea = await order();
      const both = [await buyer.submits(tea, "hosted"), await buyer.submits(tea, "link")];
      for (const attempt of both) {
        await gateway.lies(attempt, { kind: "drop" });
        await gateway.desk.settle(attempt.orderNumber, { outcome: "paid" });
      }
      for (const attempt of both) await gateway.lies(attempt);
      const answers = await Promise.all(both.map((attempt) => gateway.repeats(attempt, 5)));
      expect(answers).toEqual([["200 OK"], ["200 OK"]]);
      await tea.is("paid", { items: ["paid-twice"] });
    }
  },
};
