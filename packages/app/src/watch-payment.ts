import { resultFromShop } from "./open-payment.ts";
import { type PaymentResult, resultFactory } from "./payment-result.ts";

/** Milliseconds. The pauses grow, because most results arrive soon. */
const pauses = { first: 1000, longest: 30_000, growth: 1.25 };
/** Milliseconds. Afterwards the shop is asked only when the buyer returns to the page. */
const longestWatch = 3_600_000;

/** The result before the shop has answered. */
export const unanswered: PaymentResult = resultFactory("", false)(0, "unconfirmed");

/**
 * Asks the shop until it reports a final state, and reports each new result. Asks at once when the buyer returns to the page, or when the
 * network returns; also after a failure, because another attempt can pay the same order. Returns a function that stops it.
 */
export function watchPayment(statusUrl: string, report: (result: PaymentResult) => void): () => void {
  const begun = Date.now();
  let pause = pauses.first;
  let isAsking = false;
  let isOver = false;
  let latest = unanswered;

  async function ask(): Promise<void> {
    if (isAsking || isOver) return;
    clearTimeout(timer);
    isAsking = true;
    const result = await resultFromShop({ status: statusUrl }, "", "");
    isAsking = false;
    if (isOver) return;
    // After an answer, a shop that is down for a moment changes nothing.
    const isNews =
      (result.confirmed || !latest.confirmed) && JSON.stringify(result) !== JSON.stringify(latest);
    if (isNews) {
      latest = result;
      report(latest);
    }
    if (latest.status === 1) stop();
    else if (latest.status === 0 && Date.now() - begun < longestWatch) {
      timer = setTimeout(ask, pause);
      pause = Math.min(pause * pauses.growth, pauses.longest);
    }
  }

  const wake = () => {
    if (globalThis.document?.hidden) return;
    pause = pauses.first;
    void ask();
  };
  const wakers = ["visibilitychange", "pageshow", "online"];
  // React Native has no events of a window. `visibilitychange` bubbles to it.
  for (const event of wakers) globalThis.addEventListener?.(event, wake);

  function stop(): void {
    isOver = true;
    clearTimeout(timer);
    for (const event of wakers) globalThis.removeEventListener?.(event, wake);
  }

  // Not at once: React's strict mode starts, stops and starts again.
  let timer = setTimeout(ask);
  return stop;
}
