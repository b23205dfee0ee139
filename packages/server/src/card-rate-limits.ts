import type { Gateway } from "@pay-index/core";
import { ipNetworkOf } from "@pay-index/core/adapter";

/** Seconds. */
const quarterHour = 15 * 60;

/** The rate limits of the card route. */
export interface CardRateLimits {
  /** Counts one attempt to charge a card. Returns the seconds to wait if there were too many. */
  count(attempt: { readonly reference: string; readonly address: string }): Promise<number | undefined>;
}

/**
 * Creates rate limits against card testing: five attempts of an order, twenty of a network, in 15 minutes. All processes of a shop count
 * together, in its store.
 */
export function createCardRateLimits(gateway: Pick<Gateway, "countRequest">): CardRateLimits {
  return {
    count: async ({ reference, address }) =>
      (await gateway.countRequest({
        purpose: "card network",
        subject: ipNetworkOf(address),
        limit: 20,
        seconds: quarterHour,
      })) ??
      (await gateway.countRequest({
        purpose: "card reference",
        subject: reference,
        limit: 5,
        seconds: quarterHour,
      })),
  };
}
