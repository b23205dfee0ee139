import type { Delivery } from "./order.ts";

/** Describes one delivery in one line, as a sentence without a full stop. */
export function describeDelivery({ outcome, reply, try: count }: Delivery): string {
  switch (outcome) {
    case "ok":
      return `The shop answered OK to try ${count}`;
    case "unreachable":
      return `Try ${count} reached nobody: no server answers at this address`;
    case "timeout":
      return `The shop did not answer try ${count} in time`;
    case "too_large":
      return `The shop answered try ${count} with far too much`;
    case "redirect":
      return `The shop answered try ${count} with a redirect`;
    case "refused": {
      const text = reply?.trim().replace(/\s+/g, " ");
      return `The shop answered ${text ? `“${text}”` : "with an empty body"} to try ${count}`;
    }
    case "dropped":
      return `A fault stopped try ${count}`;
    case "own_address":
      return `The sandbox did not send try ${count}: the address is its own`;
  }
}
