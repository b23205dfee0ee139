import type { BookStatus } from "@pay-index/core";
import type { Standing } from "./shop.ts";

/** What staff see of a reference, without the buyer's own address. */
export function standingOf(status: BookStatus): Standing {
  return {
    state: status.state,
    attempts: new Map(status.payments.map(({ orderNumber, state }) => [orderNumber, state])),
    items: status.items.length,
    text: JSON.stringify(status, (name, value) => (name === "statusUrl" ? undefined : value)),
  };
}
