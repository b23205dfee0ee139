import type { Decision } from "../ledger/decide.ts";
import type { RetryResult } from "../ledger/retry.ts";
import type { WorkKind } from "../ledger/work.ts";
import type { PaymentState } from "../payment/judge.ts";
import { type Phrase, tell } from "../payment/phrases.ts";
import type { StaffWords } from "./words.ts";

/** A line of the timeline, as a server of whatever version sent it. */
export interface StoryLine {
  readonly said: readonly Phrase[];
  /** The same in English. */
  readonly text: string;
}

/** Tells a line of the timeline. What a newer server says, and these words do not have, is told as the server put it, in English. */
export function story({ phrases }: StaffWords, { said, text }: StoryLine): string {
  return said.every(({ id }) => Object.hasOwn(phrases, id)) ? tell(said, phrases) : text;
}

/** Returns the state of an attempt. While it has no result, it says what is known of the gateway's answer. */
export function stateText(
  { states, unanswered }: StaffWords,
  { state, timeline }: { readonly state: PaymentState | "none"; readonly timeline: readonly StoryLine[] },
): string {
  if (state !== "pending") return states[state];
  const ids = timeline.flatMap(({ said }) => said.map(({ id }) => id));
  const answer = (Object.keys(unanswered) as (keyof typeof unanswered)[]).find((id) => ids.includes(id));
  return answer === undefined ? states.pending : unanswered[answer];
}

/** What an item is called, with the cycle it is about: it stands on the page of the order that began the subscription. */
export function titleOf(
  { items, subscription }: StaffWords,
  { kind, cycle }: { readonly kind: WorkKind; readonly cycle?: number | null | undefined },
): string {
  const { title } = items[kind];
  return typeof cycle === "number" ? `${title} (${subscription.cycle} ${cycle})` : title;
}

/** Returns what a retry led to. `problem` is why it failed. */
export function retryText(
  { page }: StaffWords,
  {
    outcome,
    problem,
  }: { readonly outcome: RetryResult["outcome"]; readonly problem?: string | null | undefined },
): string {
  return page.retries[outcome].replace("{problem}", () => problem ?? "");
}

/** What a decision about an item of this kind means. */
export function meaningOf(words: StaffWords, action: Decision["action"], kind: WorkKind): string {
  if (action !== "accepted" && kind === "paid") return words.endOfAttempt[action];
  if (action !== "accepted" && kind === "cycle") return words.endOfPaid[action];
  return action === "closed" && endAlone.has(kind) ? words.endOfItem : words.decisions[action].means;
}

/** What is paid already, what the shop could not be told, and a charge that is about none that can be told. */
const endAlone: ReadonlySet<WorkKind> = new Set([
  "closed",
  "missed",
  "book-refund",
  "unknown-cycle",
  "paid-twice",
  "charged-after-closing",
  "refund-due",
  "weaker-rule",
]);
