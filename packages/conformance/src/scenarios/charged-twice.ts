import type { Scenario } from "../scenario.ts";

export const chargedTwice: Scenario = {
  title: "A payment that the gateway charges twice is settled once, and a review item opens",
  cites: ["B-10"],

  async play({ order, buyer, gateway }) {
    const tea = await order();
    const attempt = await buyer.submits(tea);
    await gateway.ends(attempt, "paid");
    await gateway.desk.payAgain(attempt.attemptId);
    await gateway.hasTold(attempt);
    await tea.is("paid", { items: ["paid-twice"] });
  },
};
