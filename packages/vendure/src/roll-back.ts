import type { Refusal } from "@pay-index/core";

/** Leaves the transaction without committing it. */
export class RollBack extends Error {
  readonly outcome: Refusal;

  constructor(outcome: Refusal) {
    super("Rolled back.");
    this.outcome = outcome;
  }
}

/** Trying again will not help: staff get an item. */
export function refuse(code: string, message: string): RollBack {
  return new RollBack({ refused: { code, message } });
}
