import type { Scenario } from "../scenario.ts";

export const loginMidwayScenario: Scenario = {
  title: "A guest who signs in during checkout can pay in the old tab and in the new one",
  cites: ["B-13", "B-14", "B-16"],
  needs: ["login"],

  async play({ shop, submittedOrder, buyer, gateway }) {
    for (const tab of ["old", "new"] as const) {
      const { tea, attempt: older } = await submittedOrder();
      await shop.logIn(tea.checkout);
      const newer = await buyer.submits(tea);
      const paying = tab === "old" ? older : newer;
      await buyer.pays(paying);
      await gateway.waitUntilNotified(paying);
      await tea.is("paid");
    }
  },
};
