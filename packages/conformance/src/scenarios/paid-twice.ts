import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const paidTwiceScenario: Scenario = {
  title:
    "An order that is paid in two tabs is placed once, and the review item names the transaction to refund",
  cites: ["B-10"],
  underQuirks: "recorded",

  async play({ submittedOrder, buyer, gateway }) {
    const { tea, attempt: first } = await submittedOrder("hosted");
    const second = await buyer.submits(tea, "link");
    await gateway.setOutcome(first, "paid");
    await gateway.setOutcome(second, "paid");
    await tea.is("paid", { items: ["paid-twice"] });
    const { transactionId } = await gateway.control.orderDetails(second.attemptId);
    const [item] = (await tea.reading()).payment.reviewItems;
    expect(item?.problem?.message).toContain(transactionId);
  },
};
