import type { Attempt, UnverifiedNotification } from "../payment/attempt.ts";
import { jobOrItemId } from "../payment/job.ts";
import { isOpenReviewItem, notVerifiedItemKey, type ReviewItem } from "../payment/review-item.ts";
import type { RowChanges } from "./row-changes.ts";

/** The highest number of quarantined notifications of one attempt. */
const quarantineLimit = 8;

/** A notification that does not verify. Redacting takes time that any sender could use up, so it happens only to stored ones. */
export interface UnredactedNotification extends Omit<UnverifiedNotification, "episode" | "fields"> {
  /** Why it was not taken and what to do, for staff. */
  readonly message: string;
  readonly redact: () => UnverifiedNotification["fields"];
}

/** Quarantined notifications that verify now, by id, and the review item of the episode whose notifications were verified again. */
export interface VerifiedRelease {
  readonly released: readonly string[];
  readonly reviewItemId: string;
}

/**
 * Adds a notification to the quarantine of an attempt, which is limited (NSIG-MISSING). An episode has a review item, and lasts until it is
 * resolved. If the quarantine is full, notifications of earlier episodes make room.
 */
export function addToQuarantine(
  rows: RowChanges,
  attempt: Attempt,
  { redact, message, ...entry }: UnredactedNotification,
): void {
  if (attempt.quarantine.some((known) => known.id === entry.id)) return;
  const isResolved = (item: ReviewItem) =>
    item.kind === "not-verified" && item.attemptId === attempt.attemptId && !isOpenReviewItem(item);
  const episode = rows.payment.reviewItems.filter(isResolved).length + 1;
  const isFull = attempt.quarantine.length >= quarantineLimit;
  const remaining = attempt.quarantine.filter((each) => !isFull || each.episode === episode);
  if (remaining.length >= quarantineLimit) return;
  rows.openItem(attempt, notVerifiedItemKey(episode), { problem: { code: "not_verified", message } });
  rows.replaceAttempt({ ...attempt, quarantine: [...remaining, { ...entry, fields: redact(), episode }] });
}

/** Releases notifications that verify now from the quarantine. Resolves the item of an episode that has no other notification left. */
export function releaseFromQuarantine(rows: RowChanges, attempt: Attempt, ids: readonly string[]): Attempt {
  const remaining = attempt.quarantine.filter(({ id }) => !ids.includes(id));
  if (remaining.length === attempt.quarantine.length) return attempt;
  const left = new Set(remaining.map(({ episode }) => episode));
  const note = releaseNote(attempt, attempt.quarantine.length - remaining.length);
  for (const { episode } of attempt.quarantine)
    if (!left.has(episode)) rows.resolveItem(itemIdOf(attempt, episode), note);
  return rows.replaceAttempt({ ...attempt, quarantine: remaining });
}

/** Releases notifications that verify now. Updates the item of the episode if others still do not verify. */
export function releaseVerified(
  rows: RowChanges,
  known: Attempt,
  { released, reviewItemId }: VerifiedRelease,
): void {
  const attempt = releaseFromQuarantine(rows, known, released);
  const isLeft = attempt.quarantine.some(({ episode }) => itemIdOf(attempt, episode) === reviewItemId);
  const note = releaseNote(known, released.length);
  const message = `${note} Check the merchant key and the sign rules.`;
  if (isLeft) rows.updateItem(reviewItemId, { code: "not_verified", message });
  else rows.resolveItem(reviewItemId, note);
}

function releaseNote({ quarantine }: Attempt, released: number): string {
  return `${released} of ${quarantine.length} notifications verify now.`;
}

function itemIdOf({ attemptId }: Attempt, episode: number): string {
  return jobOrItemId(attemptId, notVerifiedItemKey(episode));
}
