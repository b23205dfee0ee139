import { expect } from "vitest";
import { type Scenario, withCycles } from "../scenario.ts";

/** Invalid counts, and a missing one. The sale is already notified, so a charge without a count is a second charge of the sale. */
const invalidCounts = ["0", "1.0", "02", undefined];

export const cycleMisreportedScenario: Scenario = {
  title:
    "A charge with another gateway subscription ID, no cycle, or a cycle outside the plan places no order and closes nothing; a correct report places the order",
  cites: ["B-31", "B-40b", "B-47"],
  ...withCycles,

  async play({ subscription, gateway }) {
    const { tea, attempt } = await subscription({ totalCount: 3 });
    const another = { kind: "wrong_subscription", subscriptionId: "9" } as const;
    await gateway.setFaults(attempt, another);
    await gateway.advance(attempt, 31);
    await tea.isRenewed([], { items: ["subscription-mismatch"] });
    for (const count of [...invalidCounts, "4"])
      expect(await gateway.resendWithFaults(attempt, { kind: "wrong_cycle", ...(count && { count }) })).toBe(
        "200 OK",
      );
    const beside = ["subscription-mismatch", "unexpected-cycle"] as const;
    await tea.isRenewed([], {
      items: [...beside, "incomplete-notification", "paid-twice", "unknown-cycle"],
    });
    await gateway.resendCorrect(attempt);
    await tea.isRenewed([2], { items: beside });
    await gateway.setFaults(attempt, another);
    await gateway.closeAttempt(attempt);
    expect((await tea.subscription()).state).toBe("active");
    await gateway.resendCorrect(attempt);
    expect((await tea.subscription()).state).toBe("closed");
    await tea.isRenewed([2], { items: beside });
  },
};
