import type { OrderRefusal } from "@pay-index/core/adapter";

/** Leaves the transaction without committing it. */
export class RefusalRollback extends Error {
  readonly outcome: OrderRefusal;

  constructor(outcome: OrderRefusal) {
    super("Rolled back.");
    this.outcome = outcome;
  }
}

/** Trying again will not help: staff get an item. */
export function createRefusalRollback(code: string, message: string): RefusalRollback {
  return new RefusalRollback({ refused: { code, message } });
}
