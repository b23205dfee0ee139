import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const wrongTokenScenario: Scenario = {
  title: "A correctly signed notification with a wrong token changes nothing",
  cites: ["B-21", "B-43"],

  async play({ submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    expect(await gateway.payWithFaults(attempt, { kind: "wrong_token" })).toMatch(/^404 /);
    await tea.is("pending");

    expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
    await tea.is("paid");
  },
};
