import { expect } from "vitest";
import type { SubmittedAttempt } from "../actors/buyer.ts";
import type { Scenario } from "../scenario.ts";

/** Whether two notifications collide inside the shop is chance. Among this many, some do. */
const orders = 5;

export const paidTwiceTogetherScenario: Scenario = {
  title: "Two attempts whose notifications arrive at the same time place one order once, whichever is first",
  cites: ["B-01", "B-08", "B-10"],

  async play({ order, buyer, gateway }) {
    const teas = await Promise.all(Array.from({ length: orders }, () => order()));
    const attempts: SubmittedAttempt[] = [];
    for (const variant of ["hosted", "link"] as const)
      for (const tea of teas) attempts.push(await buyer.submits(tea, variant));
    // The newer ones come first: a shop that sees both treats the older one as the winning attempt.
    const answers = await gateway.payAndNotifyTogether(attempts.reverse());
    expect(new Set(answers)).toEqual(new Set(["200 OK"]));
    for (const tea of teas) await tea.is("paid", { items: ["paid-twice"] });
  },
};
