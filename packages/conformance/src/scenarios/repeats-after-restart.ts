import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const repeatsAfterRestart: Scenario = {
  title: "A shop recognizes repeated notifications after a restart",
  cites: ["B-07", "B-30"],
  alone: {},

  async play({ shop, order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await gateway.ends(attempt, "paid");
    await shop.restart();
    expect(await gateway.repeats(attempt, 10)).toEqual(["200 OK"]);
    await tea.is("paid");
  },
};
