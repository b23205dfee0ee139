import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

const token = "0123456789ABCDEFGHJKMNPQRS";

export const unknownAddressesLimitedScenario: Scenario = {
  title: "A sender can try few unknown notify addresses, also across a restart and with forged headers",
  cites: ["B-24"],
  alone: { shop: { failedNotificationLimit: 2 }, gateway: { retryGaps: [] } },

  async play({ shop, submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    expect(await gateway.payWithFaults(attempt, { kind: "wrong_token" })).toBe("404 unknown");
    const guessesFrom = (address: string) => gateway.postAs(attempt, { token, forwardedFor: address });
    expect(await guessesFrom("203.0.113.1")).toBe("404 unknown");
    expect(await guessesFrom("203.0.113.2")).toBe("429 limited");
    await shop.restart();
    expect(await guessesFrom("203.0.113.3")).toBe("429 limited");
    await tea.is("pending");

    expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
    await tea.is("paid");
  },
};
