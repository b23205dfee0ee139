import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

const currencies = [
  { currency: "JPY", amount: "1999" },
  { currency: "USD", amount: "19.99" },
  { currency: "KWD", amount: "1.999" },
];

export const decimalsScenario: Scenario = {
  title: "Amounts in currencies with zero, two and three decimals are correct in the request and in the shop",
  cites: ["B-40"],
  underQuirks: "recorded",

  async play({ order, buyer, gateway }) {
    for (const { currency, amount } of currencies) {
      const tea = await order({ currency });
      const attempt = await buyer.submits(tea);
      expect(await gateway.control.orderDetails(attempt.attemptId)).toMatchObject({ amount, currency });
      await gateway.setOutcome(attempt, "paid");
      await tea.is("paid");
      expect((await tea.reading()).recordedAmounts).toEqual([{ minor: 1999, currency }]);
    }
  },
};
