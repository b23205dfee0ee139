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

/** What core hands over with each effect. */
interface Ending<Tx> {
  finish(tx: Tx): Promise<boolean>;
}

type Told<Tx> = Pick<ExpressOptions<Tx>, "store" | "onPaid" | "onCycle" | "onClosed" | "onMissed">;

/** The shop as core sees it. What a shop has no function for, core is not told of either. */
export function expressHost<Tx>(options: Told<Tx>): LedgerHost<Tx> {
  const { onCycle, onClosed, onMissed } = options;
  const once = inTransaction(options.store);
  return {
    apply: ({ payment, key, finish }) => once({ finish }, (tx) => options.onPaid({ payment, key, tx })),
    ...(onCycle && {
      renew: ({ payment, subscription, cycle, key, finish }) =>
        once({ finish }, (tx) => onCycle.call(options, { payment, subscription, cycle, key, tx })),
    }),
    ...(onClosed && {
      closed: ({ payment, subscription, closedAt, key, finish }) =>
        once({ finish }, (tx) => onClosed.call(options, { payment, subscription, closedAt, key, tx })),
    }),
    ...(onMissed && {
      missed: ({ payment, subscription, cycle, key, finish }) =>
        once({ finish }, (tx) => onMissed.call(options, { payment, subscription, cycle, key, tx })),
    }),
  };
}

/**
 * The work is ended first and in the same transaction as the shop's own writes: whoever comes second finds it ended, and rolls
 * back.
 */
function inTransaction<Tx>(store: ExpressOptions<Tx>["store"]) {
  return async ({ finish }: Ending<Tx>, tell: (tx: Tx) => unknown): Promise<Applied> => {
    try {
      await store.transaction(async (tx) => {
        if (!(await finish(tx))) throw new RollBack({ done: true });
        const answer: unknown = await tell(tx);
        if (isRefused(answer)) throw new RollBack(plainRefusal(answer));
      });
      return { done: true };
    } catch (error) {
      if (error instanceof RollBack) return error.outcome;
      throw error;
    }
  };
}

function isRefused(answer: unknown): answer is Refused {
  return typeof answer === "object" && answer !== null && "refused" in answer && answer.refused !== undefined;
}

/** As text, whatever a shop without types returned: staff must get their item. */
function plainRefusal({ refused: { code, message } }: Refused): Applied {
  return { refused: { code: String(code), message: String(message) } };
}
