import { type Attempt, responseOf } from "./attempt.ts";
import { isNotification } from "./classify-facts.ts";

/** Returns when the gateway, or the buyer's browser, reported a success that no notification has confirmed. No state follows from this. */
export function unconfirmedSuccessesOf(attempt: Attempt): readonly string[] {
  const answer = responseOf(attempt);
  if (answer?.pays === true || attempt.facts.some(isNotification)) return [];
  const approved = answer?.outcome === "approved" ? [answer] : [];
  const hints = attempt.returnHints?.filter(({ result }) => result === "succeeded") ?? [];
  const inquiries = attempt.facts.filter((fact) => fact.source === "inquiry" && fact.state === "paid");
  return [...approved, ...hints, ...inquiries].map(({ at }) => at);
}

/**
 * Returns when the newest sign of a problem of the gateway appeared: no clear answer, a notification that does not verify, or a success
 * that no notification has confirmed. Stores keep it in a column, so that a sweep sees without reading attempts that there is none.
 */
export function badSignAtOf(attempt: Attempt): string | undefined {
  const answer = responseOf(attempt);
  const unclear = answer?.outcome === "unknown" ? [answer.at] : [];
  const refused = attempt.quarantine.map(({ at }) => at);
  const signs = [...unclear, ...refused, ...unconfirmedSuccessesOf(attempt)];
  return signs
    .map((at) => new Date(at).toISOString())
    .sort()
    .at(-1);
}
