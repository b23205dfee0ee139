import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import type { Attempt } from "../payment/attempt.ts";
import { isAttemptId } from "../protocol/random-ids.ts";

/** Returns the attempt with this gateway order ID, which may come from outside. @throws PayIndexError `attempt_unknown`, `store_unavailable` */
export async function requireAttempt<Tx>(
  { store }: Pick<EngineContext<Tx>, "store">,
  attemptId: string,
): Promise<Attempt> {
  const attempt = isAttemptId(attemptId) ? await store.findAttempt(attemptId) : undefined;
  if (attempt !== undefined) return attempt;
  throw new PayIndexError("attempt_unknown", "No attempt has this gateway order ID.");
}
