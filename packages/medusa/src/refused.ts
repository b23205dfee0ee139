import type { WorkProblem } from "@pay-index/core";

/** What was paid, and cannot be placed: an item for staff. */
export function refused(code: string, message: string): { readonly refused: WorkProblem } {
  return { refused: { code, message } };
}
