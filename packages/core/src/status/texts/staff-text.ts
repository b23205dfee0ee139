import type { AttemptState } from "../../payment/derive-attempt-state.ts";
import type { OperatorAction } from "../../payment/fact.ts";
import { type JobKind, reviewKinds } from "../../payment/review-kinds.ts";
import type { RetryResult } from "../../review/retry-item.ts";
import { renderPhrases, type TimelinePhrase } from "../timeline-phrases.ts";
import type { StaffTexts } from "./en.ts";

/** A line of the timeline, as a server of whatever version sent it. */
export interface TimelineLine {
  readonly said: readonly TimelinePhrase[];
  /** The same in English. */
  readonly text: string;
}

/** Tells a line of the timeline. What a newer server says, and these words do not have, is told as the server put it, in English. */
export function timelineText({ phrases }: StaffTexts, { said, text }: TimelineLine): string {
  return said.every(({ id }) => Object.hasOwn(phrases, id)) ? renderPhrases(said, phrases) : text;
}

/** Returns the state of an attempt. While it has no result, it says what is known of the gateway's answer. */
export function attemptStateText(
  { states, unanswered }: StaffTexts,
  { state, timeline }: { readonly state: AttemptState | "none"; readonly timeline: readonly TimelineLine[] },
): string {
  if (state !== "pending") return states[state];
  const ids = timeline.flatMap(({ said }) => said.map(({ id }) => id));
  const answer = (Object.keys(unanswered) as (keyof typeof unanswered)[]).find((id) => ids.includes(id));
  return answer === undefined ? states.pending : unanswered[answer];
}

/** What an item is called, with the cycle it is about: it stands on the page of the order that began the subscription. */
export function reviewItemTitle(
  { items, subscription }: StaffTexts,
  { kind, cycle }: { readonly kind: JobKind; readonly cycle?: number | null | undefined },
): string {
  const { title } = items[kind];
  return typeof cycle === "number" ? `${title} (${subscription.cycle} ${cycle})` : title;
}

/** Returns what a retry led to. `problem` is why it failed. */
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
export function actionMeaning(words: StaffTexts, action: OperatorAction, kind: JobKind): string {
  const { meaning } = reviewKinds[kind].texts;
  if (action !== "accepted" && meaning === "attempt") return words.endOfAttempt[action];
  if (action !== "accepted" && meaning === "renewal") return words.endOfPaid[action];
  return action === "closed" && meaning === "item" ? words.endOfItem : words.decisions[action].means;
}
