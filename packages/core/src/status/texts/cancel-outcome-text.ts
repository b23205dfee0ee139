import type { CancelResultFields } from "../../cancellation/cancel-result.ts";
import type { StaffTexts } from "./en.ts";

/** Returns the outcome of a cancellation, with the gateway's own text if it refused. */
export function cancelOutcomeText(
  { cancellation }: StaffTexts,
  { outcome, text }: CancelResultFields,
): string {
  const { [outcome]: words } = cancellation.outcomes;
  if (outcome !== "refused" || text === null) return words;
  return cancellation.refusedText.replace("{outcome}", () => words).replace("{text}", () => text);
}
