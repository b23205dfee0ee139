import { expect } from "vitest";
import type { ScenarioContext } from "../actors/scenario-context.ts";
import type { Scenario } from "../scenario.ts";

const secondsUntilLeaseEnds = 31;

/** The shop dies while it processes the notification of a success. The gateway repeats it, and the lease ends. */
function dieWhileNotified(
  prepare: (shop: ScenarioContext["shop"]) => Promise<void>,
  wait = secondsUntilLeaseEnds,
) {
  return async ({ shop, submittedOrder, gateway, passTime, revive }: ScenarioContext): Promise<void> => {
    const { tea, attempt } = await submittedOrder();
    await prepare(shop);
    await gateway.control.resolve(attempt.attemptId, { outcome: "paid" });
    await revive();
    await gateway.waitUntilNotified(attempt);
    if (wait > 0) await passTime(wait);
    await tea.is("paid");
  };
}

/** The process of the shop dies. */
export const killedShopScenarios = {
  "killed-before-submission": {
    title: "A process that is killed after it stored the attempt has charged nobody, and a later click pays",
    cites: ["B-24", "B-28"],
    variants: ["hosted", "card"],
    alone: { shop: { timeout: 5, unknownHold: 60 } },

    async play({ shop, order, buyer, gateway, pay, revive }, variant) {
      const tea = await order();
      await shop.killAfter("started");
      await buyer.clicks(tea, variant).catch(() => undefined);
      await revive();
      await tea.is("created");
      const [lost] = await tea.attempts();
      const { orders } = await gateway.control.latestOrders({ limit: 500 });
      expect(orders.map(({ orderId }) => orderId)).not.toContain(lost?.attemptId);

      await shop.moveClock(61);
      const attempt = await buyer.submits(tea, variant);
      await pay(attempt);
      await tea.is("paid");
    },
  },

  "killed-before-redirect": {
    title:
      "A process that is killed after it stored the gateway's response leaves a payment that the notification pays",
    cites: ["B-24", "B-28"],
    variants: ["card"],
    alone: {},

    async play({ shop, order, buyer, gateway, passTime, revive }, variant) {
      const tea = await order();
      await shop.killAfter("answered");
      await buyer.clicks(tea, variant).catch(() => undefined);
      await revive();
      const [charged] = await tea.attempts();
      await gateway.waitUntilNotified({ attemptId: charged?.attemptId ?? "" });
      // On a busy machine the notification can arrive before the answer is committed. Then the dead process holds the job.
      await passTime(secondsUntilLeaseEnds);
      await tea.is("paid");
    },
  },

  "killed-after-notification-stored": {
    title:
      "A process that is killed after it stored a notification (T1) sends no OK, and the repeated notification is processed",
    cites: ["B-28", "B-38"],
    alone: {},
    play: dieWhileNotified((shop) => shop.killAfter("received"), 0),
  },

  "killed-after-applying-facts": {
    title:
      "A process that is killed after it applied the facts (T2) leaves the job to the sweep, after the lease has ended",
    cites: ["B-28"],
    alone: {},
    play: dieWhileNotified((shop) => shop.killAfter("decided")),
  },

  "killed-once-placed": {
    title: "A process that is killed when the order becomes visible does not place it twice",
    cites: ["B-28", "B-30"],
    needs: ["injectedFailures"],
    alone: {},
    play: dieWhileNotified((shop) => shop.killOncePlaced()),
  },

  "killed-before-notification-reply": {
    title:
      "A process that is killed after it placed the order (T3) places nothing twice, and the repeated notification gets OK",
    cites: ["B-28", "B-30"],
    alone: {},

    async play({ shop, submittedOrder, gateway, passTime, revive }) {
      const { tea, attempt } = await submittedOrder();
      await shop.killAfter("applied");
      await gateway.control.resolve(attempt.attemptId, { outcome: "paid" });
      await revive();
      await tea.is("paid");
      await gateway.waitUntilNotified(attempt);
      await passTime(301);
      await tea.is("paid");
    },
  },
} satisfies Record<string, Scenario>;
