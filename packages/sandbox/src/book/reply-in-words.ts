import type { Delivery } from "./order.ts";

/** What the shop did, in a few words. */
export function replyInWords({ outcome, reply }: Delivery): string {
  switch (outcome) {
    case "ok":
      return "The shop answered OK";
    case "unreachable":
      return "Nobody answered at this address";
    case "timeout":
      return "The shop did not answer in time";
    case "too_large":
      return "The shop answered with too much";
    case "redirect":
      return "The shop answered with a redirect";
    case "refused":
      return `The shop answered ${reply ? `“${reply.trim()}”` : "with an empty body"}`;
    case "dropped":
      return "A fault kept it from being sent";
  }
}
