import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const methodDisabledScenario: Scenario = {
  title:
    "A payment method that is switched off accepts no new buyers, and buyers at the gateway can still pay",
  cites: ["B-16", "B-43"],
  needs: ["disabling"],
  alone: {},

  async play({ shop, order, buyer, gateway }) {
    const [tea, coffee] = [await order(), await order()];
    const attempt = await buyer.submits(tea, "hosted");
    await shop.disable("hosted");
    expect(await buyer.clicks(coffee, "hosted")).toHaveProperty("refused");
    await coffee.is("none");

    await gateway.setOutcome(attempt, "paid");
    await tea.is("paid");
  },
};
