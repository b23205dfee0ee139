import { expect } from "vitest";
import { queryingShopSetup } from "../querying-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const queriedWhileNotifiedScenario: Scenario = {
  title: "A gateway that is asked while its notification arrives pays the order once",
  cites: ["B-28", "B-29", "B-55"],
  alone: queryingShopSetup,

  async play({ shop, submittedOrder, buyer, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await gateway.setFaults(attempt, { kind: "drop" });
    await buyer.opens(await buyer.pays(attempt));
    await shop.moveClock(4);
    const [, answer] = await Promise.all([shop.sweep(), gateway.resendCorrect(attempt)]);
    expect(answer).toBe("200 OK");
    await tea.is("paid");
  },
};
