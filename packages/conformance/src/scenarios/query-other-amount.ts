import { expect } from "vitest";
import { queryingShopSetup } from "../querying-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

export const queryOtherAmountScenario: Scenario = {
  title:
    "A query that reports another amount is under review, and the notification with the right amount pays",
  cites: ["B-11", "B-29", "B-55"],
  underQuirks: "recorded",
  alone: queryingShopSetup,

  async play({ shop, submittedOrder, buyer, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await gateway.setFaults(attempt, { kind: "drop" }, { kind: "query_amount", trueAmount: "19.98" });
    await buyer.opens(await buyer.pays(attempt));
    await shop.moveClock(4);
    await shop.sweep();
    await tea.is("review", { items: ["amount-mismatch"] });

    expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
    await tea.is("paid", { items: ["amount-mismatch"] });
  },
};
