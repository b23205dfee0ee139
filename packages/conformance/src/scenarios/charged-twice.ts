import type { Scenario } from "../scenario.ts";

export const chargedTwice: Scenario = {
  title: "A payment that the gateway charges a second time is settled once, and staff are told",
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
