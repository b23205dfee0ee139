import type { Scenario } from "../scenario.ts";

export const languageChangedScenario: Scenario = {
  title: "A buyer who changes the language during checkout can pay in the old tab and in the new one",
  cites: ["B-13", "B-15", "B-16"],
  needs: ["languages"],

  async play({ shop, submittedOrder, buyer, gateway }) {
    for (const tab of ["old", "new"] as const) {
      const { tea, attempt: older } = await submittedOrder();
      await shop.setLanguage(tea.checkout, "ja");
      const newer = await buyer.submits(tea);
      const paying = tab === "old" ? older : newer;
      await buyer.pays(paying);
      await gateway.waitUntilNotified(paying);
      await tea.is("paid");
    }
  },
};
