import type { Attempt } from "../payment/attempt.ts";
import type { DailyCount } from "../payment/attempt-counts.ts";
import type { AttemptState } from "../payment/attempt-state.ts";
import type { Fact } from "../payment/fact.ts";
import type { ReviewItem } from "../payment/review-item.ts";
import type { CycleKey } from "../payment/subscription/cycle.ts";

/** Selects attempts: those of the search if there is one, otherwise all. */
export interface AttemptSelection {
  /** At least one. */
  readonly states: readonly AttemptState[];
  /** The tenants whose merchants take the money (ENG-SPAN). Default: all. */
  readonly tenants?: readonly string[] | undefined;
  readonly search?: AttemptSearch | undefined;
  /** Selects the attempts that started in this period. */
  readonly period?: AttemptPeriod | undefined;
  /** Selects the attempts that started before this one. */
  readonly after?: AttemptPosition | undefined;
  readonly limit: number;
}

/** The instants from `from` until before `before`. */
export interface AttemptPeriod {
  readonly from: Date;
  readonly before: Date;
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

/** Selects the daily counts of some days in UTC, such as `2026-01-31`. Both days are included. */
export interface DailyCountSelection {
  readonly first: string;
  readonly last: string;
  /** The tenants whose merchants take the money (ENG-SPAN). Default: all. */
  readonly tenants?: readonly string[] | undefined;
}

/** The position of a charge in the order of `listRefundedCharges`. */
export interface RefundPosition {
  /** When a fact about a refund or a chargeback was last added: ISO instant in UTC. */
  readonly lastRefundAt: string;
  readonly attemptId: string;
  /** 1 for the sale itself, otherwise the later cycle of the subscription. */
  readonly number: number;
}

/** A sale or a later cycle with a fact about a refund or a chargeback. */
export interface RefundedCharge extends RefundPosition {
  readonly facts: readonly Fact[];
}

/** The position of a later cycle in the order of `listPaidCycles`. */
export interface PaidCyclePosition extends CycleKey {
  /** When the gateway first reported that it is paid: ISO instant in UTC. */
  readonly paidAt: string;
}

/** A paid later cycle. */
export interface PaidCycle extends PaidCyclePosition {
  readonly facts: readonly Fact[];
}

/** Selects the paid later cycles after `after` and before the instant `before`. */
export interface PaidCycleSelection {
  readonly after: PaidCyclePosition;
  readonly before: Date;
  readonly limit: number;
}

/** Selects the review items, open and resolved, after `after` and before the instant `before`. */
export interface CreatedReviewItemSelection {
  readonly after: Pick<ReviewItem, "createdAt" | "id">;
  readonly before: Date;
  readonly limit: number;
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
  /**
   * Adds to the daily counts what up to `limit` attempts count and the daily counts do not contain, in one transaction. Returns the number of
   * attempts. Any number of processes can call it at any time: nothing is counted twice. What `deletePayment` deletes stays counted.
   */
  countAttempts(limit: number): Promise<number>;
  /** Returns the daily counts of the days: one entry for each day, variant and currency, in this order. */
  readDailyCounts(read: DailyCountSelection): Promise<readonly DailyCount[]>;
  /** Returns up to `limit` charges after the position, in the order of their positions. */
  listRefundedCharges(after: RefundPosition, limit: number): Promise<readonly RefundedCharge[]>;
  /** Returns up to `limit` paid later cycles, in the order of their positions. */
  listPaidCycles(selection: PaidCycleSelection): Promise<readonly PaidCycle[]>;
  /** Returns up to `limit` review items, the oldest first. */
  listCreatedReviewItems(selection: CreatedReviewItemSelection): Promise<readonly ReviewItem[]>;
}
