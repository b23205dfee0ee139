import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const returnsFirstScenario: Scenario = {
  title: "A buyer who returns before the notification waits, and is sent to the order when it has arrived",
  cites: ["B-05", "B-08", "B-41"],
  variants: ["hosted", "link", "apm"],

  async play({ submittedOrder, buyer, gateway }, variant) {
    const { tea, attempt } = await submittedOrder(variant);
    await gateway.setFaults(attempt, { kind: "drop" });
    const back = await buyer.pays(attempt);
    const waiting = await buyer.opens(back);
    expect(waiting).toMatchObject({ status: 200, isWaiting: true });
    await tea.is("pending");

    expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
    expect(await buyer.opens(waiting.url)).toMatchObject({ isWaiting: false });
    expect(await buyer.opens(back)).toMatchObject({ isWaiting: false });
    await tea.is("paid");
  },
};
