import type { Scenario } from "../scenario.ts";

const hour = 3600;

export const queryOffScenario: Scenario = {
  title: "A shop that does not use the query never asks the gateway, and staff get an item for the payment",
  cites: ["B-29", "B-55"],
  alone: { gateway: { retryGaps: [] } },

  async play({ shop, submittedOrder, buyer, gateway }) {
    const { tea, attempt } = await submittedOrder();
    await gateway.setFaults(attempt, { kind: "drop" });
    await buyer.opens(await buyer.pays(attempt));
    await shop.moveClock(4);
    await shop.sweep();
    await tea.is("pending");

    await shop.moveClock(hour);
    await shop.sweep();
    await tea.is("pending", { items: ["no-result"] });
  },
};
