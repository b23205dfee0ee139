import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const databaseAwayScenario: Scenario = {
  title:
    "While the database is unavailable, no notification gets OK and no buyer is charged; afterwards the shop catches up",
  cites: ["B-23", "B-24", "B-38"],
  needs: ["outages"],
  alone: {},

  async play({ shop, order, buyer, gateway }) {
    const [tea, coffee] = [await order(), await order()];
    const attempt = await buyer.submits(tea);
    const answers = await shop.withoutDatabase(async () => {
      const reply = await gateway.payWithFaults(attempt);
      return [reply, await buyer.clicks(coffee)] as const;
    });
    const [answer, clicked] = answers;
    // The shop's own page can fail before the payment starts, so its text is the shop's. That no attempt starts is ours.
    expect(clicked).toEqual({ refused: expect.any(String) });
    expect(answer).toBe("503 later");
    expect(await coffee.attempts()).toEqual([]);
    const { logged } = await shop.dump();
    const refusal = logged
      .split("\n")
      .find((line) => line.includes("notification-refused") && line.includes(attempt.attemptId));
    expect(refusal).toContain('"code":"later"');
    expect(refusal).toContain("the gateway repeats it. Check the database.");

    await gateway.waitUntilNotified(attempt);
    await tea.is("paid");
    const late = await buyer.submits(coffee);
    await gateway.setOutcome(late, "paid");
    await coffee.is("paid");
  },
};
