import type { Decision } from "../ledger/decide.ts";
import type { WorkKind } from "../ledger/work.ts";
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

/** What a decision about an item of this kind means. What is paid already can be accepted no more. */
export function meaningOf(words: StaffWords, action: Decision["action"], kind: WorkKind): string {
  return kind === "paid" && action !== "accepted" ? words.endOfPaid[action] : words.decisions[action].means;
}
