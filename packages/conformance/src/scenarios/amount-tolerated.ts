import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

/** Of an order of 1999 minor units: the amounts at the two limits, and those one minor unit beyond. */
const examples = [
  { currency: "JPY", accepted: ["1979", "2049"], refused: ["1978", "2050"] },
  { currency: "USD", accepted: ["19.79", "20.49"], refused: ["19.78", "20.50"] },
  { currency: "KWD", accepted: ["1.979", "2.049"], refused: ["1.978", "2.050"] },
];

const limitOf = (minor: number) => ({ JPY: minor, USD: minor, KWD: minor });

export const amountToleratedScenario: Scenario = {
  title:
    "A shop can accept small differences of the paid amount, and one minor unit beyond a limit is reviewed",
  cites: ["B-11", "B-40"],
  alone: { shop: { amountMismatch: { acceptOverpayment: limitOf(50), acceptUnderpayment: limitOf(20) } } },

  async play({ order, buyer, gateway }) {
    const paidWith = async (currency: string, trueAmount: string) => {
      const tea = await order({ currency });
      const attempt = await buyer.submits(tea);
      const answer = await gateway.payWithFaults(attempt, { kind: "wrong_amount", trueAmount });
      expect(answer).toBe("200 OK");
      return tea;
    };
    for (const { currency, accepted, refused } of examples) {
      for (const amount of accepted) await (await paidWith(currency, amount)).is("paid");
      for (const amount of refused)
        await (await paidWith(currency, amount)).is("review", { items: ["amount-mismatch"] });
    }
  },
};
