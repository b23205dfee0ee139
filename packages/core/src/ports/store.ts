import type { Attempt } from "../payment/attempt.ts";
import type { NotificationFact, TransactionPaidCycleOrRefunded } from "../payment/fact.ts";
import type { Job, JobOutcome, JobProblem, Lease, LeasedJob, ScheduledJobRetry } from "../payment/job.ts";
import type { PaymentLink } from "../payment/payment-link.ts";
import type { ItemResolution, ReviewItem } from "../payment/review-item.ts";
import type { ReviewKind } from "../payment/review-kinds.ts";
import type { Cycle, CycleKey } from "../payment/subscription/cycle.ts";
import type { AlertStore } from "./alert-store.ts";
import type { InstallationStore } from "./installation-store.ts";
import type { StaffStore } from "./staff-store.ts";

/** Identifies a payment. */
export interface PaymentKey {
  readonly tenant: string;
  readonly reference: string;
}

/** A verified notification in the inbox. `id` is unique within a payment, and the same for a repeated notification. */
export interface InboxEntry extends PaymentKey {
  readonly id: string;
  readonly attemptId: string;
  readonly receivedAt: Date;
  readonly fact: NotificationFact;
}

/** Whether a received notification is new, stored and pending, or stored and processed. */
export type InboxState = "new" | "pending" | "processed";

/**
 * A loaded payment. The cost of loading does not grow with the number of attempts. `attempts` has the attempts that `PaymentReadOptions`
 * names, the attempts of the pending notifications, and every attempt in the state `paid`, `review` or `approved`.
 */
export interface Payment extends PaymentKey {
  /** 0 if nothing is stored for this payment. */
  readonly version: number;
  /** Oldest attempt first. */
  readonly attempts: readonly Attempt[];
  /** The number of all attempts of the payment, whether they are in `attempts` or not. */
  readonly attemptCount: number;
  /** When the attempt at the position `PaymentReadOptions.rank` started: ISO instant in UTC. Undefined if there are fewer attempts. */
  readonly rankedAt: string | undefined;
  readonly cycles: readonly Cycle[];
  /** The named transactions that are used. */
  readonly transactions: readonly UsedTransaction[];
  /** The pending notifications, oldest first. */
  readonly notifications: readonly InboxEntry[];
  /** The payment links, oldest first. Empty unless `PaymentReadOptions.links` is true. */
  readonly links: readonly PaymentLink[];
  /** The jobs of `attempts`. Completed jobs of cycles are left out, unless all cycles are loaded. */
  readonly jobs: readonly Job[];
  /** The open review items of every attempt, and the resolved ones of `attempts`. Resolved items of cycles are left out, as for jobs. */
  readonly reviewItems: readonly ReviewItem[];
}

/** What `load` loads in addition to the attempts that it always loads. */
export interface PaymentReadOptions {
  /** The later cycles to load. Default: none. */
  readonly cycles?: CycleSelection;
  /** The transactions to load, if they are used. */
  readonly transactions?: readonly TransactionKey[];
  /** The attempts with these ids, if they belong to this payment. */
  readonly attemptIds?: readonly string[];
  /** For a status: this number of newest attempts, the newest attempt of each state, and every attempt with an open review item. */
  readonly newest?: number;
  /** This number of attempts of `no-result` groups: newest group first, in each group the newest attempt first. */
  readonly withoutResult?: number;
  /** For a call of `start`: the earlier attempts that can answer it instead of a new one. */
  readonly startMatch?: StartMatchSelection;
  /** Whether to load the payment links. Default: no. */
  readonly links?: boolean;
  /** The position of the attempt whose start `rankedAt` reports: 1 is the newest attempt. */
  readonly rank?: number;
}

/** Selects attempts that started after `since`, and whose `startMatchOf` is `any` or one of these fingerprints. */
export interface StartMatchSelection {
  /** The fingerprints of one sale: one for each secret of the installation. */
  readonly fingerprints: readonly string[];
  readonly since: Date;
}

/** The later cycles to load: the named ones, or all. `all` also loads the completed jobs and resolved review items of cycles. */
export type CycleSelection = readonly CycleKey[] | "all";

/** Identifies a transaction of the gateway within a subscription. */
export interface TransactionKey {
  /** The attempt that started the subscription. */
  readonly attemptId: string;
  readonly transactionId: string;
}

export function transactionKeyText({ attemptId, transactionId }: TransactionKey): string {
  return `${attemptId}/${transactionId}`;
}

/** A transaction with the cycle that it paid, or `refunded`. Cycle 1 is the sale itself. */
export interface UsedTransaction extends TransactionKey {
  readonly usedFor: TransactionPaidCycleOrRefunded;
}

/** A new job. A job with a lease is claimed on insert. */
export interface NewJob {
  readonly job: Job;
  readonly lease?: Lease;
}

/** All changes that one application of facts makes. The store commits them in one transaction. */
export interface PaymentChange extends PaymentKey {
  /** The version of the loaded payment. */
  readonly version: number;
  readonly attempts: readonly Attempt[];
  readonly cycles: readonly Cycle[];
  /** The transactions that are used from now on. A stored transaction does not change. */
  readonly transactions: readonly UsedTransaction[];
  /** The transactions that queries reported. From then on, `listAttempts` finds the attempts by them, as after `receive`. */
  readonly queriedTransactions: readonly TransactionKey[];
  /** The ids of the notifications that become processed. */
  readonly processed: readonly string[];
  /** New jobs. A job that is already stored does not change. */
  readonly jobs: readonly NewJob[];
  /** New review items. An item that is already stored does not change. */
  readonly reviewItems: readonly ReviewItem[];
  /** Review items that open with this commit, also if they were resolved before. A stored item keeps its age. */
  readonly reopenedItems: readonly ReviewItem[];
  /** Jobs that end with this commit. A completed job does not change. */
  readonly completedJobs: readonly JobCompletion[];
  /** Open review items with a new problem, such as after a retry that failed. A resolved item does not change. */
  readonly updatedItems: readonly ReviewItem[];
  /** Review items that end with this commit, also new ones. A resolved item does not change. */
  readonly resolvedItems: readonly ResolvedItem[];
  /** New and changed payment links. */
  readonly links: readonly PaymentLink[];
}

/** A change that changes nothing but the payment's version. */
export const noPaymentChanges = {
  attempts: [],
  cycles: [],
  transactions: [],
  queriedTransactions: [],
  processed: [],
  jobs: [],
  reviewItems: [],
  completedJobs: [],
  updatedItems: [],
  reopenedItems: [],
  resolvedItems: [],
  links: [],
} as const satisfies Omit<PaymentChange, keyof PaymentKey | "version">;

/** A completed job. */
export interface JobCompletion {
  readonly id: string;
  readonly outcome: JobOutcome;
}

/** A resolved review item. */
export interface ResolvedItem {
  readonly id: string;
  readonly resolution: ItemResolution;
}

/** What a store needs to claim jobs: those that are due at `now` and have no lease. */
export interface JobClaimRequest {
  readonly now: Date;
  readonly lease: Lease;
  /** For `claimDueJobs`: only jobs of kinds that ask the gateway, or only the others. Default: all. */
  readonly asksGateway?: boolean;
}

/** Why a job is given up, and the review item that opens. */
export interface GivenUpJobDetails {
  readonly problem: JobProblem;
  readonly reviewItem: ReviewItem;
}

/** How many records of one payment a store has, by what they are. */
export interface PaymentRecordCounts {
  readonly attempts: number;
  readonly cycles: number;
  readonly links: number;
  /** The transactions that are used, and those that notifications and queries reported. */
  readonly transactions: number;
  readonly notifications: number;
  readonly jobs: number;
  readonly reviewItems: number;
}

/**
 * A payment store. Every store passes the store contract of `@pay-index/conformance`.
 *
 * A method without `tx` commits on its own connection before it resolves, and never joins the caller's transaction. A method that
 * rejects has changed nothing.
 */
export interface PaymentStore<Tx = never> extends InstallationStore, StaffStore, AlertStore {
  /**
   * Loads a payment, as of one moment. Leaves out named cycles that do not exist, and named transactions that are not used. Completed
   * jobs and resolved review items of cycles are loaded only with `cycles: "all"`, so that old subscriptions do not become slow.
   */
  load(key: PaymentKey, read?: PaymentReadOptions): Promise<Payment>;
  /** Returns the attempt, or undefined if there is none. */
  findAttempt(attemptId: string): Promise<Attempt | undefined>;
  /** Returns the attempts that exist, in any order, with one query. At most 1000 ids. */
  findAttempts(attemptIds: readonly string[]): Promise<readonly Attempt[]>;
  /** Returns the payment link, or undefined if there is none. */
  findLink(linkId: string): Promise<PaymentLink | undefined>;
  /** Commits the change in one transaction. Returns `stale` and changes nothing if the version does not match. */
  commit(change: PaymentChange): Promise<"committed" | "stale">;
  /**
   * Inserts the notification, unless it is stored. It is durable when the promise resolves. Returns the state in which the store found it.
   * From then on, `listAttempts` finds the attempt by the transaction, also after the notification was deleted.
   */
  receive(entry: InboxEntry): Promise<InboxState>;
  /** Returns the payments with pending notifications that were received before `before`, oldest first. */
  listPendingPayments(before: Date, limit: number): Promise<readonly PaymentKey[]>;
  /** Claims up to `limit` due jobs without a lease, the earliest first. */
  claimDueJobs(claim: JobClaimRequest, limit: number): Promise<readonly LeasedJob[]>;
  /** Claims this job, due or given up. Returns undefined if it is completed, has a lease or does not exist. */
  claimJob(jobId: string, claim: JobClaimRequest): Promise<LeasedJob | undefined>;
  /**
   * Completes a job, and resolves the review item that opened when it was given up. Returns false if the job was completed before. With
   * `tx`, it is part of that transaction. Deletes a job `check-result` or `query-unknown-charge` that is done: each attempt has one, and
   * nothing reads it afterwards.
   */
  completeJob(jobId: string, outcome: JobOutcome, tx?: Tx): Promise<boolean>;
  /**
   * Extends a lease. An end before the present one does not shorten it. Returns false if the lease was lost, the job is completed, or an
   * open transaction completes it.
   */
  renewLease(leased: LeasedJob, until: Date): Promise<boolean>;
  /**
   * Ends the lease of a job, and schedules it again. Resolves its open review item, if it has one. Returns false, and does nothing, if the
   * lease was lost.
   */
  retryJobLater(leased: LeasedJob, retry: ScheduledJobRetry): Promise<boolean>;
  /**
   * Ends the lease of a job, and gives it up: opens its review item, also if that was resolved. Returns whether the item was opened: not if
   * it is open already, and not if the lease was lost. Then nothing changes.
   */
  giveUpJob(leased: LeasedJob, givenUp: GivenUpJobDetails): Promise<boolean>;
  /**
   * Returns the open review items, of all kinds or of one: oldest first, the kind `no-result` last, because buyers abandoned most of these
   * payments.
   */
  listReviewItems(limit: number, kind?: ReviewKind): Promise<readonly ReviewItem[]>;
  /** Returns the review item, open or resolved, or undefined if there is none. */
  findReviewItem(id: string): Promise<ReviewItem | undefined>;
  /** Returns the tenants of the merchants of all attempts that have a job `check-cycle` which is not completed, sorted, each once. */
  listSubscriptionTenants(): Promise<readonly string[]>;
  /**
   * Deletes up to `limit` processed notifications that were received before `before`, and returns the number. Payments, jobs and review
   * items stay, so that a late repeated notification has no effect.
   */
  deleteProcessedNotifications(before: Date, limit: number): Promise<number>;
  /** Counts the records of a payment. For an operator: it may read whole tables. */
  countPaymentRecords(key: PaymentKey): Promise<PaymentRecordCounts>;
  /** Deletes everything about a payment, in one transaction. Deletes nothing (`stale`) on another version or a pending notification. */
  deletePayment(payment: PaymentKey & { readonly version: number }): Promise<"deleted" | "stale">;
}
