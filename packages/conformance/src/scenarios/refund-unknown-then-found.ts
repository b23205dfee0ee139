import { expect } from "vitest";
import { letRefundsEnd, refundingShopSetup } from "../refunding-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

/** Answers of a gateway that has accepted the refund, and that prove nothing to the shop. */
const lostAnswers = [
  { kind: "lost_call", when: "after", operation: "refund" },
  { kind: "broken_reply", as: "unsigned", operation: "refund" },
  { kind: "broken_reply", as: "wrong_sign", operation: "refund" },
  { kind: "broken_reply", as: "other_order", operation: "refund" },
  { kind: "broken_reply", as: "html", operation: "refund" },
] as const;

export const refundUnknownThenFoundScenario: Scenario = {
  title: "A refund whose answer is lost or not verified is sent once, and found by asking",
  cites: ["B-56", "B-57"],
  needs: ["refunds"],
  underQuirks: "recorded",
  alone: refundingShopSetup,

  async play({ shop, gateway, paidOrder }) {
    for (const fault of lostAnswers) {
      const { tea, attempt } = await paidOrder();
      const part = { ...tea.total, minor: 500 };
      await gateway.setFaults(attempt, fault);
      expect(await shop.refund(tea.checkout, part)).toEqual({ state: "under-way" });
      const [{ gatewayRefunds } = { gatewayRefunds: [] }] = await tea.attempts();
      expect(gatewayRefunds.map(({ state }) => state)).toEqual(["unknown"]);
      await gateway.setFaults(attempt);
      await letRefundsEnd({ shop, gateway });
      await tea.hasRefunds(["succeeded"], part.minor);
      expect(await gateway.acceptedRefunds(attempt)).toEqual(["5.00"]);
      await tea.is("paid");
    }
  },
};
