import type { Applied } from "@pay-index/core";

/** Leaves the transaction without committing it. */
export class RollBack extends Error {
  readonly outcome: Applied;

  constructor(outcome: Applied) {
    super("Rolled back.");
    this.outcome = outcome;
  }
}

/** Trying again will not help: staff get an item. */
export function refuse(code: string, message: string): RollBack {
  return new RollBack({ refused: { code, message } });
}

/** Somebody was first, and has done it. */
export function doneBefore(): RollBack {
  return new RollBack({ done: true });
}
