import { z } from "zod";
import { type UnverifiedReturnResult, unverifiedReturnResults } from "../protocol/buyer-return.ts";

/** What the buyer's browser reported, and when first. It is not verified, so no state depends on it (RET-HINT). */
export const returnHintSchema = () =>
  z.object({ at: z.iso.datetime(), result: z.enum(unverifiedReturnResults) }).readonly();
export type ReturnHintRecord = z.infer<ReturnType<typeof returnHintSchema>>;

interface WithReturnHints {
  readonly returnHints?: readonly ReturnHintRecord[] | undefined;
}

/** Whether this word is stored. Each word is stored once, so that a reloaded return page writes nothing. */
export function hasReturnHint(
  { returnHints = [] }: WithReturnHints,
  result: UnverifiedReturnResult,
): boolean {
  return returnHints.some((hint) => hint.result === result);
}

/** Returns the attempt with this hint: the same object if it has the word. */
export function addReturnHint<Attempt extends WithReturnHints>(
  attempt: Attempt,
  hint: ReturnHintRecord,
): Attempt {
  if (hasReturnHint(attempt, hint.result)) return attempt;
  return { ...attempt, returnHints: [...(attempt.returnHints ?? []), hint] };
}
