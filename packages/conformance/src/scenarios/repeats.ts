import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

const day = 86_400;

export const repeatsScenario: Scenario = {
  title: "A repeated notification gets OK, soon or late, and nothing is written",
  cites: ["B-07", "B-30", "B-32"],
  underQuirks: "recorded",

  async play({ shop, submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await gateway.setOutcome(attempt, "paid");
    for (const days of [0, 1, 300]) {
      await shop.moveClock(days * day);
      await shop.sweep();
      const { engine } = await shop.dump();
      expect(await gateway.resend(attempt, 3)).toEqual(["200 OK"]);
      expect((await shop.dump()).engine).toBe(engine);
    }
    await tea.is("paid");
  },
};
