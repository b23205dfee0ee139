import type { Scenario } from "../scenario.ts";

export const tenantsScenario: Scenario = {
  title: "A payment of one tenant counts for that tenant only",
  cites: ["B-43", "B-44"],
  needs: ["tenants"],
  alone: { tenants: ["default", "other"] },

  async play({ order, buyer, gateway }) {
    const [here, there] = [await order(), await order({ tenant: "other" })];
    const [, attempt] = [await buyer.submits(here), await buyer.submits(there)];
    await gateway.setOutcome(attempt, "paid");
    await there.is("paid");
    await here.is("pending");
  },
};
