import { expect } from "vitest";
import {
  letRefundsEnd,
  refundingShopSetup,
  secondsUntilRefundCheckedAgain,
} from "../refunding-shop-setup.ts";
import type { Scenario } from "../scenario.ts";

/** The commits of a refund, and how often it is sent in the end. One that may have been sent is never sent again. */
const steps = [
  { step: "refund-requested", sent: 1 },
  { step: "refund-submitted", sent: 0 },
  { step: "refund-answered", sent: 1 },
] as const;

export const killedDuringRefundScenario: Scenario = {
  title: "A process that is killed at any commit of a refund neither loses the refund nor sends it twice",
  cites: ["B-28", "B-57"],
  needs: ["refunds"],
  alone: refundingShopSetup,

  async play({ shop, gateway, paidOrder }) {
    for (const { step, sent } of steps) {
      const { tea, attempt } = await paidOrder();
      await shop.killAfter(step);
      // Nobody answers: the process is dead.
      const killed = shop.refund(tea.checkout, tea.total).catch(() => undefined);
      await shop.waitForDeath();
      await killed;
      await shop.startAgain();
      // The lease of the dead process ends, and another one goes on.
      await shop.moveClock(31);
      await shop.sweep();
      await letRefundsEnd({ shop, gateway }, secondsUntilRefundCheckedAgain);
      if (sent === 0) await tea.hasRefunds(["unknown"], expect.any(Number) as never);
      else await tea.hasRefunds(["succeeded"], tea.total.minor);
      expect(await gateway.acceptedRefunds(attempt)).toHaveLength(sent);
    }
  },
};
