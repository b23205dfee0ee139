import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const gatewayDownScenario: Scenario = {
  title: "A buyer who clicks while the gateway is down stays in the shop, and can pay with a later click",
  cites: ["B-18", "B-24"],
  variants: ["hosted", "card"],
  alone: { gateway: {}, shop: { unknownHold: 60 } },

  async play({ shop, order, buyer, gateway }, variant) {
    const tea = await order();
    await gateway.stop();
    const first = await buyer.submits(tea, variant);
    expect(new URL(first.url).origin).toBe(new URL(shop.publicUrl).origin);
    await tea.is("pending");

    await gateway.restart();
    // A card that may have been charged blocks the next card for a while.
    await shop.moveClock(61);
    const second = await buyer.submits(tea, variant);
    expect(second.attemptId).not.toBe(first.attemptId);
    await buyer.pays(second);
    await gateway.waitUntilNotified(second);
    await tea.is("paid");
  },
};
