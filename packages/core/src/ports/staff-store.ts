import type { Attempt } from "../payment/attempt.ts";
import type { AttemptState } from "../payment/attempt-state.ts";

/** Selects attempts: those of the search if there is one, otherwise all. */
export interface AttemptSelection {
  /** At least one. */
  readonly states: readonly AttemptState[];
  /** The tenants whose merchants take the money (ENG-SPAN). Default: all. */
  readonly tenants?: readonly string[] | undefined;
  readonly search?: AttemptSearch | undefined;
  /** Selects the attempts that started before this one. */
  readonly after?: AttemptPosition | undefined;
  readonly limit: number;
}

/** Selects the attempt with the id `text`, those with its transaction, and those of its reference or of `references`. */
export interface AttemptSearch {
  readonly text: string;
  readonly references: readonly string[];
}

/** The position of an attempt in the order of the list. */
export interface AttemptPosition {
  /** ISO instant in UTC. */
  readonly createdAt: string;
  readonly attemptId: string;
}

/** An attempt of a list. */
export interface ListedAttempt {
  readonly attempt: Attempt;
  readonly hasOpenReviewItems: boolean;
}

/** A number of entries, and the age of the oldest one. */
export interface Backlog {
  /** At most 1000. */
  readonly count: number;
  /** Whether there are more entries than `count`. */
  readonly hasMore: boolean;
  /** ISO instant in UTC. Undefined if there are no entries. */
  readonly oldestAt: string | undefined;
}

/** What `readBacklogs` counts. */
export interface BacklogSelection {
  /** A job is overdue if it was due at or before this instant. */
  readonly dueBefore: Date;
  /** Default: all tenants. */
  readonly tenants?: readonly string[] | undefined;
}

/** What waits, and what arrived last. */
export interface Backlogs {
  readonly overdueJobs: Backlog;
  readonly reviewItems: Backlog;
  /** When the newest verified notification arrived that the store still has. ISO instant in UTC. */
  readonly lastNotificationAt: string | undefined;
}

/** The highest number that a backlog counts to. */
export const backlogLimit = 1000;

/** The part of a payment store that pages for staff read. */
export interface StaffStore {
  /**
   * Returns up to `limit` attempts with one query, the newest first. Reads at most `limit` attempts of each state and tenant. With a
   * search, reads every attempt that the search finds.
   */
  listAttempts(selection: AttemptSelection): Promise<readonly ListedAttempt[]>;
  /** Returns what waits, with one query. Stops counting at `backlogLimit`. */
  readBacklogs(read: BacklogSelection): Promise<Backlogs>;
}
