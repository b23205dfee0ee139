import type { Scenario } from "../scenario.ts";

const untilLeaseEnds = 31;

export const killedBeforeRedirectScenario: Scenario = {
  title:
    "A process that is killed after it stored the gateway's response leaves a payment that the notification pays",
  cites: ["B-24", "B-28"],
  variants: ["card"],
  alone: {},

  async play({ shop, order, buyer, gateway }, variant) {
    const tea = await order();
    await shop.killAfter("answered");
    await buyer.clicks(tea, variant).catch(() => undefined);
    await shop.waitForDeath();
    await shop.startAgain();
    const [charged] = await tea.attempts();
    await gateway.waitUntilNotified({ attemptId: charged?.attemptId ?? "" });
    // On a busy machine the notification can arrive before the answer is committed. Then the dead process holds the job.
    await shop.moveClock(untilLeaseEnds);
    await shop.sweep();
    await tea.is("paid");
  },
};
