import type { AttemptStatus, PaymentStatus } from "./payment-status.ts";
import type { TimelineEntry } from "./timeline.ts";
import { renderPhrases, timelinePhrases } from "./timeline-phrases.ts";

type PaymentTimelines = Pick<PaymentStatus, "attempts">;

/** Returns the ids of the operators without a name in these timelines, so that the host can look up their names. */
export function findUnnamedOperators({ attempts }: PaymentTimelines): readonly string[] {
  const entries = attempts.flatMap(({ timeline, subscription }) => [
    ...timeline,
    ...(subscription?.cycles ?? []).flatMap((cycle) => cycle.timeline),
  ]);
  const operators = entries.flatMap(({ phrases }) => phrases.flatMap(({ values }) => values.operator ?? []));
  // The id of an account has no blanks. A name follows its id after a blank.
  return [...new Set(operators.filter((operator) => !operator.includes(" ")))];
}

/**
 * Returns the status with a label for each operator without a name, such as the e-mail address from the host. Stores nothing.
 *
 * @param labels by the operator's id; an operator that is not in it keeps the id
 */
export function withOperatorLabels<Status extends PaymentTimelines>(
  status: Status,
  labels: ReadonlyMap<string, string>,
): Status {
  return { ...status, attempts: status.attempts.map((payment) => labelAttempt(payment, labels)) };
}

function labelAttempt(payment: AttemptStatus, labels: ReadonlyMap<string, string>): AttemptStatus {
  const { timeline, subscription } = payment;
  const relabel = (entry: TimelineEntry) => labelTimelineEntry(entry, labels);
  const cycles = subscription?.cycles.map((cycle) => ({ ...cycle, timeline: cycle.timeline.map(relabel) }));
  return {
    ...payment,
    timeline: timeline.map(relabel),
    subscription: subscription && { ...subscription, cycles: cycles ?? [] },
  };
}

function labelTimelineEntry(entry: TimelineEntry, labels: ReadonlyMap<string, string>): TimelineEntry {
  const phrases = entry.phrases.map((phrase) => {
    const operator = labels.get(phrase.values.operator ?? "");
    return operator === undefined ? phrase : { ...phrase, values: { ...phrase.values, operator } };
  });
  return { ...entry, phrases, text: renderPhrases(phrases, timelinePhrases) };
}
