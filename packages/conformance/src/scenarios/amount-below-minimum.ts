import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const amountBelowMinimumScenario: Scenario = {
  title:
    "A shop refuses an amount that is too small for the gateway before anything is sent, and sells the smallest one",
  cites: ["B-62"],
  alone: { shop: { minimumAmounts: { USD: 500, JPY: 300 } }, gateway: {} },

  async play({ order, buyer, gateway }) {
    const cup = (currency: string, price: number) =>
      order({ currency, lines: [{ name: "Cup", price, quantity: 1 }] });
    for (const [currency, price] of [
      ["USD", 499],
      ["JPY", 299],
    ] as const) {
      const cheap = await cup(currency, price);
      expect(await buyer.clicks(cheap)).toHaveProperty("refused");
      expect(await cheap.attempts()).toEqual([]);
    }
    expect((await gateway.control.latestOrders({ limit: 1 })).orders).toEqual([]);
    for (const [currency, price] of [
      ["USD", 500],
      ["KWD", 1],
    ] as const) {
      const bought = await cup(currency, price);
      const attempt = await buyer.submits(bought);
      await gateway.setOutcome(attempt, "paid");
      await bought.is("paid");
    }
  },
};
