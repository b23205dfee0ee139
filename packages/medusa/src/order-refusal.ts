import type { JobProblem } from "@pay-index/core/store";

/** Refuses a paid order that cannot be placed. Staff get a review item. */
export function refuseOrder(code: string, message: string): { readonly refused: JobProblem } {
  return { refused: { code, message } };
}
