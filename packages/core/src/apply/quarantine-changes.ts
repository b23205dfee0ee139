import type { Attempt, UnverifiedNotification } from "../payment/attempt.ts";
import { jobOrItemId } from "../payment/job.ts";
import { isOpenReviewItem, notVerifiedItemKey, type ReviewItem } from "../payment/review-item.ts";
import type { ReviewItemChanges } from "./row-changes.ts";

/** The highest number of quarantined notifications of one attempt. */
const quarantineLimit = 8;

/** A notification that does not verify. Redacting takes time that any sender could use up, so it happens only to stored ones. */
export interface UnredactedNotification extends Omit<UnverifiedNotification, "episode" | "fields"> {
  /** Why it was not taken and what to do, for staff. */
  readonly message: string;
  readonly redact: () => UnverifiedNotification["fields"];
}

/** Quarantined notifications that verify now, by id, and the review item of their episode. */
interface VerifiedRelease {
  readonly released: readonly string[];
  readonly reviewItemId: string;
}

/** The quarantined notifications of a payment's attempts: limited, with a review item for each episode (NSIG-MISSING). */
export class QuarantineChanges {
  readonly #known: readonly ReviewItem[];
  readonly #items: ReviewItemChanges;

  constructor(known: readonly ReviewItem[], items: ReviewItemChanges) {
    this.#known = known;
    this.#items = items;
  }

  /** An episode lasts until its review item is resolved. If the quarantine is full, notifications of earlier episodes make room. */
  add(attempt: Attempt, { redact, message, ...entry }: UnredactedNotification): Attempt {
    if (attempt.quarantine.some((known) => known.id === entry.id)) return attempt;
    const isResolved = (item: ReviewItem) =>
      item.kind === "not-verified" && item.attemptId === attempt.attemptId && !isOpenReviewItem(item);
    const episode = this.#known.filter(isResolved).length + 1;
    const isFull = attempt.quarantine.length >= quarantineLimit;
    const remaining = attempt.quarantine.filter((each) => !isFull || each.episode === episode);
    if (remaining.length >= quarantineLimit) return attempt;
    this.#items.open(attempt, notVerifiedItemKey(episode), { problem: { code: "not_verified", message } });
    return { ...attempt, quarantine: [...remaining, { ...entry, fields: redact(), episode }] };
  }

  /**
   * Returns the attempt without these notifications, because they verify now: the same object if it has none of them. Resolves the item of
   * an episode that has no other notification left.
   */
  release(attempt: Attempt, ids: readonly string[]): Attempt {
    const remaining = attempt.quarantine.filter(({ id }) => !ids.includes(id));
    if (remaining.length === attempt.quarantine.length) return attempt;
    const left = new Set(remaining.map(({ episode }) => episode));
    const note = releaseNote(attempt, attempt.quarantine.length - remaining.length);
    for (const { episode } of attempt.quarantine)
      if (!left.has(episode)) this.#items.resolve(itemIdOf(attempt, episode), note);
    return { ...attempt, quarantine: remaining };
  }

  /** Releases notifications that verify now. Updates the item of the episode if others still do not verify. */
  releaseVerified(known: Attempt, { released, reviewItemId }: VerifiedRelease): Attempt {
    const attempt = this.release(known, released);
    const isLeft = attempt.quarantine.some(({ episode }) => itemIdOf(attempt, episode) === reviewItemId);
    const note = releaseNote(known, released.length);
    const message = `${note} Check the merchant key and the sign rules.`;
    if (isLeft) this.#items.update(reviewItemId, { code: "not_verified", message });
    else this.#items.resolve(reviewItemId, note);
    return attempt;
  }
}

function releaseNote({ quarantine }: Attempt, released: number): string {
  return `${released} of ${quarantine.length} notifications verify now.`;
}

function itemIdOf({ attemptId }: Attempt, episode: number): string {
  return jobOrItemId(attemptId, notVerifiedItemKey(episode));
}
