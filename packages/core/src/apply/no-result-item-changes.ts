import { type Attempt, noResultGroupOf, responseOf } from "../payment/attempt.ts";
import { hasResult } from "../payment/attempt-state.ts";
import { findSaleNotReceivedReason } from "../payment/find-sale-not-received-reason.ts";
import type { JobProblem } from "../payment/job.ts";
import { isOpenReviewItem, type ReviewItem } from "../payment/review-item.ts";
import type { Payment } from "../ports/store.ts";
import type { UnverifiedReturnResult } from "../protocol/buyer-return.ts";
import type { ReviewItemChanges } from "./review-item-changes.ts";

/** Attempts whose result is overdue, and the items that operators resolve with this change. */
export interface OverdueAttemptsAndResolvedItems {
  readonly overdue: ReadonlySet<string>;
  /** By the id of the item: the note of its resolution. */
  readonly notes: ReadonlyMap<string, string>;
}

interface NoResultContext {
  /** With the state that this commit gives them. */
  readonly attempts: readonly Attempt[];
  readonly items: ReviewItemChanges;
}

/**
 * Changes the review item `no-result`: a payment has at most one, about all attempts of its group. Replaces the open item by one with the
 * new count, named after the newest member. Each item contains the count, so that no other member is read: an attempt is counted when
 * its result is overdue, and no longer once it has a result. Returns the attempts that are members of the group from now on.
 */
export function changeNoResultItem(
  payment: Payment,
  change: OverdueAttemptsAndResolvedItems,
  { attempts, items }: NoResultContext,
): readonly Attempt[] {
  const item = payment.reviewItems.find((each) => each.kind === "no-result" && isOpenReviewItem(each));
  const note = item && change.notes.get(item.id);
  if (item !== undefined && note !== undefined) items.resolve(item.id, note);
  const current = note === undefined ? item : undefined;
  if (attempts.some(({ state }) => state === "paid")) {
    if (current !== undefined) items.resolve(current.id, "An attempt of this payment is paid.");
    return [];
  }
  return recountGroup(payment, change, { attempts, items, current });
}

function recountGroup(
  payment: Payment,
  { overdue }: OverdueAttemptsAndResolvedItems,
  { attempts, items, current }: NoResultContext & { readonly current: ReviewItem | undefined },
): readonly Attempt[] {
  const version = payment.version + 1;
  const { group, count } = current?.noResult ?? { group: version, count: 0 };
  const joined = attempts
    .filter((attempt) => overdue.has(attempt.attemptId) && isResultOverdue(attempt))
    .map((attempt) => ({ ...attempt, noResultGroup: group }));
  const isMember = (attempt: Attempt) => noResultGroupOf(attempt) === group;
  const members = replaceAttempts(attempts, joined).filter(isMember);
  const next = count + members.length - payment.attempts.filter(isMember).length;
  if (next === count) return joined;
  const newest = members.reduce<Attempt | undefined>(newerAttempt, undefined);
  if (newest === undefined) {
    if (current !== undefined) items.resolve(current.id, "Every attempt has a result.");
    return joined;
  }
  // The version distinguishes items that name the same attempt.
  const key = { kind: "no-result", dedupeKey: current === undefined ? "" : String(version) } as const;
  items.open(newest, key, { problem: noResultProblem(newest, next), noResult: { group, count: next } });
  if (current !== undefined)
    items.resolve(current.id, `Replaced by the item of gateway order ID ${newest.attemptId}.`);
  return joined;
}

/** An attempt joins a group once. */
function isResultOverdue({ noResultGroup, state }: Attempt): boolean {
  return noResultGroup === undefined && !hasResult(state);
}

function replaceAttempts(attempts: readonly Attempt[], by: readonly Attempt[]): Attempt[] {
  return attempts.map((attempt) => by.find(({ attemptId }) => attemptId === attempt.attemptId) ?? attempt);
}

function newerAttempt(one: Attempt | undefined, other: Attempt): Attempt {
  return one !== undefined && one.number > other.number ? one : other;
}

const hintTexts = {
  succeeded: "a successful payment",
  fail: "a failed payment",
  processing: "that the payment is being processed",
} as const satisfies Record<UnverifiedReturnResult, string>;

/** What the buyer's browser reported last, as the start of a text (RET-HINT). */
function returnHintText({ returnHints }: Attempt): string {
  const last = returnHints?.at(-1);
  return last === undefined
    ? ""
    : `The buyer's browser reported ${hintTexts[last.result]}; this is not verified. `;
}

function noResultProblem(newest: Attempt, count: number): JobProblem {
  const { attemptId } = newest;
  const response = responseOf(newest);
  const isNotReceived = response !== undefined && findSaleNotReceivedReason(response) !== undefined;
  const missing = isNotReceived
    ? "The gateway did not accept the request and sent no notification."
    : "The gateway sent no notification.";
  const message =
    count === 1
      ? `${missing} ${returnHintText(newest)}Ask the gateway about order ID ${attemptId}.`
      : `${count} attempts have no result. Ask the gateway about each of them. The newest has the order ID ${attemptId}.`;
  return { code: "no_result", message };
}
