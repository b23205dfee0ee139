import type { CancelResultFields } from "../../cancellation/cancel-subscription-at-gateway.ts";
import type { AttemptState } from "../../payment/attempt-state.ts";
import type { DisputeItemCode } from "../../payment/dispute-fact.ts";
import type { OperatorAction } from "../../payment/fact.ts";
import { type ReviewKind, reviewKinds } from "../../payment/review-kinds.ts";
import type { Backlog } from "../../ports/staff-store.ts";
import type { QueryResultFields } from "../../query/query-result-fields.ts";
import type { RetryResult } from "../../review/retry-item.ts";
import { fillText, renderPhrases, type TimelinePhrase } from "../timeline-phrases.ts";
import type { StaffTexts } from "./en.ts";
import type { QueryAnswerName } from "./staff-side-en.ts";

/** A line of the timeline, as the server sent it. The server can have another version, with other phrases. */
export interface TimelinePhrasesAndText {
  readonly phrases: readonly { readonly id: string; readonly values: TimelinePhrase["values"] }[];
  /** The text in English. */
  readonly text: string;
}

/** Returns a line of the timeline. A line with a phrase of a newer server is in English. */
export function timelineLineText(words: StaffTexts, { phrases, text }: TimelinePhrasesAndText): string {
  const isKnown = (phrase: (typeof phrases)[number]): phrase is TimelinePhrase =>
    Object.hasOwn(words.phrases, phrase.id);
  return phrases.every(isKnown) ? renderPhrases(phrases, words.phrases) : text;
}

/** Returns the state of an attempt. While it has no result, the text describes the gateway's response. */
export function attemptStateText(
  { states, pendingStates: unanswered }: StaffTexts,
  {
    state,
    timeline,
  }: { readonly state: AttemptState | "none"; readonly timeline: readonly TimelinePhrasesAndText[] },
): string {
  if (state !== "pending") return states[state];
  const ids = timeline.flatMap(({ phrases }) => phrases.map(({ id }) => id));
  const answer = (Object.keys(unanswered) as (keyof typeof unanswered)[]).find((id) => ids.includes(id));
  return answer === undefined ? states.pending : unanswered[answer];
}

/** What the texts of a review item depend on. */
interface TitledItem {
  readonly kind: ReviewKind;
  /** The code of its problem. A server of another version can have another one, or none. */
  readonly problemCode?: string | undefined;
}

/** Returns the title of an item, what it means, and what to do. Each type of dispute has its own. */
export function reviewItemTexts(
  { reviewItems, disputes }: StaffTexts,
  { kind, problemCode = "" }: TitledItem,
): StaffTexts["reviewItems"][ReviewKind] {
  const isKnown = (code: string): code is DisputeItemCode => Object.hasOwn(disputes, code);
  return kind === "dispute" && isKnown(problemCode) ? disputes[problemCode] : reviewItems[kind];
}

/**
 * Returns the title of an item, with its cycle, because the page of the first order displays the items of all cycles.
 */
export function reviewItemTitle(
  words: StaffTexts,
  { cycle, ...item }: TitledItem & { readonly cycle?: number | null | undefined },
): string {
  const { subscription } = words;
  const { title } = reviewItemTexts(words, item);
  return typeof cycle === "number" ? `${title} (${subscription.cycle} ${cycle})` : title;
}

/** Returns the result of a retry. `problem` is why it failed. */
export function retryResultText(
  { page }: StaffTexts,
  {
    outcome,
    problem,
  }: { readonly outcome: RetryResult["outcome"]; readonly problem?: string | null | undefined },
): string {
  return fillText(page.retries[outcome], { problem });
}

/** Returns what an action means for an item of this kind. */
export function actionMeaning(words: StaffTexts, action: OperatorAction, kind: ReviewKind): string {
  const { meaning } = reviewKinds[kind].texts;
  if (action !== "accept" && meaning === "attempt") return words.attemptActionTexts[action];
  if (action !== "accept" && meaning === "renewal") return words.renewalActionTexts[action];
  if (action !== "accept" && meaning === "refund") return words.refundActionTexts[action];
  return action === "dismiss" && meaning === "item" ? words.dismissItemOnlyText : words.actions[action].means;
}

/** Returns a number of jobs or review items, with the age of the oldest. `format` writes an instant for the reader. */
export function backlogText(
  { health }: StaffTexts,
  {
    count,
    hasMore,
    oldestAt,
  }: Pick<Backlog, "count" | "hasMore"> & { readonly oldestAt?: string | null | undefined },
  format: (instant: string) => string,
): string {
  if (count === 0 || typeof oldestAt !== "string") return health.none;
  const text = hasMore ? health.countMore : health.count;
  return fillText(text, { count, time: format(oldestAt) });
}

/** What the gateway says of an attempt, as the server sent it. The server can have another version, with other reasons. */
type QueryAnswerFields = Omit<QueryResultFields, "reason"> & { readonly reason: string | null };

/** Returns the answer about one attempt in a few words. */
export function queryAnswerText({ query }: StaffTexts, answer: QueryAnswerFields): string {
  return query.answers[nameOf(answer)];
}

/** Returns how many attempts have each answer: `Paid: 3 · Not paid: 1`. */
export function querySummaryText({ query }: StaffTexts, answers: readonly QueryAnswerFields[]): string {
  const names = answers.map(nameOf);
  return (Object.keys(query.answers) as QueryAnswerName[])
    .map((name) => ({ text: query.answers[name], count: names.filter((each) => each === name).length }))
    .filter(({ count }) => count > 0)
    .map(({ text, count }) => fillText(query.count, { answer: text, count }))
    .join(" · ");
}

/** Returns why the gateway reported nothing about an attempt. Undefined if it reported something. */
export function queryProblemText({ query }: StaffTexts, answer: QueryAnswerFields): string | undefined {
  const { outcome, reason, text } = answer;
  if (outcome === "reported") return undefined;
  if (outcome === "rejected") return text ?? query.problems.rejected;
  const problems: Readonly<Record<string, string>> = query.problems;
  const words = problems[outcome === "not-asked" ? (reason ?? "") : outcome] ?? "";
  return fillText(words, { reason });
}

function nameOf({ outcome, state }: QueryAnswerFields): QueryAnswerName {
  return outcome === "reported" ? (state ?? "unrecognized") : outcome;
}

/** Returns the outcome of a cancellation, with the gateway's own text if it refused. */
export function cancelOutcomeText(
  { cancellation }: StaffTexts,
  { outcome, text }: Pick<CancelResultFields, "outcome" | "text">,
): string {
  const { [outcome]: words } = cancellation.outcomes;
  if (outcome !== "refused" || text === null) return words;
  return fillText(cancellation.refusedText, { outcome: words, text });
}
