import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

const quarterHour = 15 * 60;

/** The rate limits of the card route. */
export interface CardRateLimits {
  /** Counts one attempt to charge a card. Returns the seconds to wait if there were too many. */
  count(attempt: { readonly reference: string; readonly address: string }): Promise<number | undefined>;
}

/** Creates rate limits in memory, against card testing: five attempts of an order, twenty of an address, in 15 minutes. Each process counts separately. */
export function createCardRateLimits(): CardRateLimits {
  const byAddress = new RateLimiterMemory({ points: 20, duration: quarterHour });
  const byReference = new RateLimiterMemory({ points: 5, duration: quarterHour });
  return {
    count: async ({ reference, address }) =>
      (await secondsToWait(byAddress.consume(networkOf(address)))) ??
      (await secondsToWait(byReference.consume(reference))),
  };
}

async function secondsToWait(attempt: Promise<RateLimiterRes>): Promise<number | undefined> {
  try {
    await attempt;
    return undefined;
  } catch (full) {
    if (full instanceof RateLimiterRes) return Math.max(1, Math.ceil(full.msBeforeNext / 1000));
    throw full;
  }
}

/** One household has 2⁶⁴ IPv6 addresses, so the network is counted. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::");
  const first = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = Array<string>(Math.max(0, 8 - first.length - rest.length)).fill("0");
  return [...first, ...gap, ...rest].slice(0, 4).join(":");
}
