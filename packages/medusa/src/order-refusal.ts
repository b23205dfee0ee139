import type { JobProblem } from "@pay-index/core/store";

/** What was paid, and cannot be placed: an item for staff. */
export function refuseOrder(code: string, message: string): { readonly refused: JobProblem } {
  return { refused: { code, message } };
}
