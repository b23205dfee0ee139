import { z } from "zod";
import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import { lazily } from "../lazily.ts";
import { maskEmails, maskText } from "../mask/mask-text.ts";
import type { Attempt } from "../payment/attempt.ts";
import { resolutionFactSchema } from "../payment/fact.ts";
import { operatorSchema } from "../payment/operator.ts";
import { isAttemptId } from "../protocol/random-ids.ts";
import { maskCardNumbers } from "../protocol/sale/card.ts";

const noteLength = 2000;

/**
 * Checks an operator before it is stored. Refuses an id that would have to be masked, because two masked ids could be equal. Facts are
 * read without this check.
 */
export const operatorInputSchema = lazily(() =>
  operatorSchema()
    .refine(({ id }) => maskEmails(id) === id, {
      path: ["id"],
      message: "must not be an e-mail address, because it is stored: pass the id of the account",
    })
    .refine(({ id }) => maskCardNumbers(id) === id, {
      path: ["id"],
      message: "must not look like a card number, because it is stored: pass the id of the account",
    }),
);

/** Checks the reason of an operator action before it is stored, and masks it. Facts are read without this check. */
export const noteInputSchema = lazily(() =>
  resolutionFactSchema()
    .shape.note.trim()
    .min(1, "must not be empty: write why you take this action")
    // A mask can be longer than what it replaces.
    .transform((note) => maskText(note).slice(0, noteLength).toWellFormed()),
);

/** Checks an operator action before it is stored. */
export const resolutionInputSchema = lazily(() =>
  resolutionFactSchema().extend({ operator: operatorInputSchema(), note: noteInputSchema() }),
);

/** Checks who asks for a cancellation before it is stored. */
export const cancelRequesterInputSchema = lazily(() =>
  z.union(
    [z.literal("buyer"), operatorInputSchema()],
    'must be "buyer", or name the operator: { id, name }, whose id is no e-mail address and no card number',
  ),
);

/** Returns the attempt with this gateway order ID, which may come from outside. @throws PayIndexError `attempt_unknown`, `store_unavailable` */
export async function requireAttempt(
  { store }: Pick<EngineContext, "store">,
  attemptId: string,
): Promise<Attempt> {
  const attempt = isAttemptId(attemptId) ? await store.findAttempt(attemptId) : undefined;
  if (attempt !== undefined) return attempt;
  throw new PayIndexError("attempt_unknown", "No attempt has this gateway order ID.");
}
