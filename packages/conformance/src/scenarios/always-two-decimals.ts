import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

const examples = [
  { currency: "JPY", price: 1999, amount: "1999.00" },
  { currency: "USD", price: 1999, amount: "19.99" },
  { currency: "KWD", price: 1990, amount: "1.99" },
];

export const alwaysTwoDecimalsScenario: Scenario = {
  title: "A shop can send every amount with two decimals, and an amount that needs more is not sent",
  cites: ["B-40"],
  alone: { shop: { amountDecimals: 2 } },

  async play({ order, buyer, gateway }) {
    const cup = (currency: string, price: number) =>
      order({ currency, lines: [{ name: "Cup", price, quantity: 1 }] });
    for (const { currency, price, amount } of examples) {
      const bought = await cup(currency, price);
      const attempt = await buyer.submits(bought);
      expect(await gateway.control.orderDetails(attempt.attemptId)).toMatchObject({ amount, currency });
      await gateway.setOutcome(attempt, "paid");
      await bought.is("paid");
    }
    const finer = await cup("KWD", 1991);
    expect(await buyer.clicks(finer)).toHaveProperty("refused");
    expect(await finer.attempts()).toEqual([]);
  },
};
