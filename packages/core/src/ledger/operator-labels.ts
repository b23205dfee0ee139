import { phrases, tell } from "../payment/phrases.ts";
import type { TimelineEntry } from "../payment/timeline.ts";
import type { BookStatus, PaymentStatus } from "./status.ts";

type WithTimelines = Pick<BookStatus, "payments">;

/** The ids of the operators in these timelines that have no name. A host looks up what else it knows of them. */
export function namelessOperators({ payments }: WithTimelines): readonly string[] {
  const entries = payments.flatMap(({ timeline, subscription }) => [
    ...timeline,
    ...(subscription?.cycles ?? []).flatMap((cycle) => cycle.timeline),
  ]);
  const operators = entries.flatMap(({ said }) => said.flatMap(({ values }) => values.operator ?? []));
  // The id of an account has no blanks. A name follows its id after a blank.
  return [...new Set(operators.filter((operator) => !operator.includes(" ")))];
}

/**
 * Returns the status with another label for each operator without a name, such as the e-mail address that the host has at this moment.
 * Nothing of it is stored.
 *
 * @param labels by the operator's id; an operator that is not in it keeps the id
 */
export function withOperatorLabels<Status extends WithTimelines>(
  status: Status,
  labels: ReadonlyMap<string, string>,
): Status {
  return { ...status, payments: status.payments.map((payment) => labelled(payment, labels)) };
}

function labelled(payment: PaymentStatus, labels: ReadonlyMap<string, string>): PaymentStatus {
  const { timeline, subscription } = payment;
  const relabel = (entry: TimelineEntry) => relabelled(entry, labels);
  const cycles = subscription?.cycles.map((cycle) => ({ ...cycle, timeline: cycle.timeline.map(relabel) }));
  return {
    ...payment,
    timeline: timeline.map(relabel),
    subscription: subscription && { ...subscription, cycles: cycles ?? [] },
  };
}

function relabelled(entry: TimelineEntry, labels: ReadonlyMap<string, string>): TimelineEntry {
  const said = entry.said.map((phrase) => {
    const operator = labels.get(phrase.values.operator ?? "");
    return operator === undefined ? phrase : { ...phrase, values: { ...phrase.values, operator } };
  });
  return { ...entry, said, text: tell(said, phrases) };
}
