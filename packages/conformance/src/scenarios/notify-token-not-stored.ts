import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const notifyTokenNotStoredScenario: Scenario = {
  title: "The token of the notify address is neither stored nor printed",
  cites: ["B-43"],

  async play({ shop, submittedOrder, gateway }) {
    const { attempt } = await submittedOrder();
    await gateway.setOutcome(attempt, "paid");
    const { notify } = await gateway.submittedUrls(attempt);
    const token = new URL(notify).pathname.split("/").at(-1) ?? "";
    expect(token).toMatch(/^[0-9A-Z]{26}$/);
    const { stored, logged } = await shop.dump();
    for (const text of [stored, logged]) {
      // The search covers only text about this payment.
      expect(text).toContain(attempt.attemptId);
      expect(text.includes(token)).toBe(false);
    }
  },
};
