import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const tokenOfAnotherPaymentScenario: Scenario = {
  title: "A notification of one payment at the notify address of another pays neither",
  cites: ["B-31", "B-43"],

  async play({ order, buyer, gateway }) {
    const [tea, coffee] = [await order(), await order()];
    const [ofTea, ofCoffee] = [await buyer.submits(tea), await buyer.submits(coffee)];
    const other = { kind: "other_order", orderId: ofCoffee.attemptId } as const;
    expect(await gateway.payWithFaults(ofTea, other)).toMatch(/^4\d\d /);
    await tea.is("pending");
    await coffee.is("pending", { items: ["not-verified"] });

    expect(await gateway.resendCorrect(ofTea)).toBe("200 OK");
    await tea.is("paid");
    await coffee.is("pending", { items: ["not-verified"] });
  },
};
