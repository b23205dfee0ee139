import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const paidTwice: Scenario = {
  title:
    "An order that is paid in two tabs is settled once, and the review item names the transaction to refund",
  cites: ["B-10"],

  async play({ order, buyer, gateway }) {
    const tea = await order();
    const first = await buyer.submits(tea, "hosted");
    const second = await buyer.submits(tea, "link");
    await gateway.ends(first, "paid");
    await gateway.ends(second, "paid");
    await tea.is("paid", { items: ["paid-twice"] });
    const { transactionId } = await gateway.desk.story(second.attemptId);
    const [item] = (await tea.reading()).payment.reviewItems;
    expect(item?.problem?.message).toContain(transactionId);
  },
};
