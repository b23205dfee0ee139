import type { Applied, LedgerHost } from "@pay-index/core";
import type { ExpressOptions, Refused } from "./options.ts";

/** Leaves the transaction without committing it. */
class RollBack extends Error {
  readonly outcome: Applied;

  constructor(outcome: Applied) {
    super("Rolled back.");
    this.outcome = outcome;
  }
}

/**
 * The shop as core sees it. The work is ended first and in the same transaction as the shop's own writes: whoever comes second
 * finds it ended, and rolls back.
 */
export function expressHost<Tx>({
  store,
  onPaid,
}: Pick<ExpressOptions<Tx>, "store" | "onPaid">): LedgerHost<Tx> {
  return {
    async apply({ payment, key, finish }) {
      try {
        await store.transaction(async (tx) => {
          if (!(await finish(tx))) throw new RollBack({ done: true });
          const answer: unknown = await onPaid({ payment, key, tx });
          if (isRefused(answer)) throw new RollBack(plainRefusal(answer));
        });
        return { done: true };
      } catch (error) {
        if (error instanceof RollBack) return error.outcome;
        throw error;
      }
    },
  };
}

function isRefused(answer: unknown): answer is Refused {
  return typeof answer === "object" && answer !== null && "refused" in answer && answer.refused !== undefined;
}

/** As text, whatever a shop without types returned: staff must get their item. */
function plainRefusal({ refused: { code, message } }: Refused): Applied {
  return { refused: { code: String(code), message: String(message) } };
}
