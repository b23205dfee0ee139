import { PayIndexError } from "../errors.ts";
import type { Settings } from "../options/settings.ts";
import type { Payment } from "../ports/store.ts";

const hour = 3_600_000;

/**
 * Refuses a new attempt while `attemptsPerHour` attempts of the reference are younger than an hour (ENG-LIMIT). The loaded payment reports in
 * `rankedAt` when the attempt started that must be an hour old, and the new attempt is committed on the version of this payment: attempts
 * that start at the same time do not pass together.
 *
 * @throws PayIndexError `too_many_attempts`
 */
export function checkAttemptLimit(
  { reference, rankedAt }: Pick<Payment, "reference" | "rankedAt">,
  { attemptsPerHour }: Pick<Settings, "attemptsPerHour">,
  now: Date,
): void {
  const retryAt = rankedAt === undefined ? 0 : Date.parse(rankedAt) + hour;
  if (retryAt <= now.getTime()) return;
  const minutes = Math.ceil((retryAt - now.getTime()) / 60_000);
  throw new PayIndexError(
    "too_many_attempts",
    `${reference} has reached the limit of ${attemptsPerHour} payment attempts in an hour. Nothing was sent. The buyer can try again in ${minutes} min.`,
    { retryAt: new Date(retryAt).toISOString() },
  );
}
