import type { AttemptState } from "../../payment/attempt-state.ts";
import type { OperatorAction } from "../../payment/fact.ts";
import { type ReviewKind, reviewKinds } from "../../payment/review-kinds.ts";
import type { RetryResult } from "../../review/retry-item.ts";
import { renderPhrases, type TimelinePhrase } from "../timeline-phrases.ts";
import type { StaffTexts } from "./en.ts";

/** A line of the timeline, as the server sent it. The server can have another version. */
export interface TimelineLine {
  readonly phrases: readonly TimelinePhrase[];
  /** The text in English. */
  readonly text: string;
}

/** Returns a line of the timeline. A line with a phrase of a newer server is in English. */
export function timelineText(words: StaffTexts, { phrases, text }: TimelineLine): string {
  return phrases.every(({ id }) => Object.hasOwn(words.phrases, id))
    ? renderPhrases(phrases, words.phrases)
    : text;
}

/** Returns the state of an attempt. While it has no result, the text describes the gateway's response. */
export function attemptStateText(
  { states, pendingStates: unanswered }: StaffTexts,
  { state, timeline }: { readonly state: AttemptState | "none"; readonly timeline: readonly TimelineLine[] },
): string {
  if (state !== "pending") return states[state];
  const ids = timeline.flatMap(({ phrases }) => phrases.map(({ id }) => id));
  const answer = (Object.keys(unanswered) as (keyof typeof unanswered)[]).find((id) => ids.includes(id));
  return answer === undefined ? states.pending : unanswered[answer];
}

/**
 * Returns the title of an item, with its cycle, because the page of the first order displays the items of all cycles.
 */
export function reviewItemTitle(
  { reviewItems, subscription }: StaffTexts,
  { kind, cycle }: { readonly kind: ReviewKind; readonly cycle?: number | null | undefined },
): string {
  const { title } = reviewItems[kind];
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
  return page.retries[outcome].replace("{problem}", () => problem ?? "");
}

/** Returns what an action means for an item of this kind. */
export function actionMeaning(words: StaffTexts, action: OperatorAction, kind: ReviewKind): string {
  const { meaning } = reviewKinds[kind].texts;
  if (action !== "accept" && meaning === "attempt") return words.attemptActionTexts[action];
  if (action !== "accept" && meaning === "renewal") return words.renewalActionTexts[action];
  return action === "dismiss" && meaning === "item" ? words.dismissItemOnlyText : words.actions[action].means;
}
