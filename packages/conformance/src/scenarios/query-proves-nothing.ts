import { queryingShopSetup } from "../querying-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

/** Answers that must not pay, each with the seconds until the gateway is asked again. */
const answers = [
  [4, { kind: "broken_reply", as: "other_order" }],
  [10, { kind: "broken_reply", as: "unsigned" }],
  [30, { kind: "broken_reply", as: "wrong_sign" }],
  [60, { kind: "query_state", state: "NOTPAY" }],
] as const;

export const queryProvesNothingScenario: Scenario = {
  title:
    "A query does not pay the order if the reply is about another order, not signed, or says that it is not paid, although returncode is 00",
  cites: ["B-10", "B-29", "B-55"],
  alone: queryingShopSetup,

  async play({ shop, submittedOrder, buyer, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await gateway.setFaults(attempt, { kind: "drop" });
    await buyer.opens(await buyer.pays(attempt));
    for (const [seconds, fault] of answers) {
      await gateway.setFaults(attempt, { kind: "drop" }, fault);
      await shop.moveClock(seconds);
      await shop.sweep();
      await tea.is("pending");
    }
    await gateway.setFaults(attempt, { kind: "drop" });
    await shop.moveClock(300);
    await shop.sweep();
    await tea.is("paid");
  },
};
