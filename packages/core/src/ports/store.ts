import type { Attempt } from "../payment/attempt.ts";
import type { NotificationFact } from "../payment/fact.ts";
import type { ClaimRequest, Job, JobFailure, JobOutcome, Lease, LeasedJob } from "../payment/job.ts";
import type { Cycle, CycleKey } from "../payment/subscription/cycle.ts";
import type { InstallationStore } from "./installation-store.ts";

/** Identifies a payment. */
export interface PaymentKey {
  readonly tenant: string;
  readonly reference: string;
}

/** A verified notification in the inbox. `id` is unique within a payment, and the same for a repeated notification. */
export interface InboxEntry extends PaymentKey {
  readonly id: string;
  readonly orderNumber: string;
  readonly receivedAt: Date;
  readonly fact: NotificationFact;
}

/**
 * A loaded payment. The cost of loading does not grow with the number of attempts. `payments` has the attempts that `PaymentRead`
 * names, the attempts of the pending notifications, and every attempt in the state `paid`, `review` or `approved`.
 */
export interface Payment extends PaymentKey {
  /** 0 if nothing is stored for this payment. */
  readonly version: number;
  /** Oldest attempt first. */
  readonly payments: readonly Attempt[];
  /** The number of all attempts of the payment, whether they are in `payments` or not. */
  readonly attemptCount: number;
  /** When the attempt at the position `PaymentRead.rank` started: ISO instant in UTC. Undefined if there are fewer attempts. */
  readonly rankedAt: string | undefined;
  readonly cycles: readonly Cycle[];
  /** The requested transactions that have paid something. */
  readonly transactions: readonly PaidTransaction[];
  /** The pending notifications, oldest first. */
  readonly notifications: readonly InboxEntry[];
  /** All jobs and review items of the attempts in `payments`, and the review items of every other attempt. */
  readonly work: readonly Job[];
}

/** What `book` loads in addition to the attempts that it always loads. */
export interface PaymentRead {
  /** The later cycles to load. Default: none. */
  readonly cycles?: CycleSelection;
  /** The transactions to load, if they have paid something. */
  readonly transactions?: readonly TransactionKey[];
  /** The attempts with these order numbers, if they belong to this reference. */
  readonly orderNumbers?: readonly string[];
  /** For a status: this number of newest attempts, the newest attempt of each state, and every attempt with a review item. */
  readonly newest?: number;
  /** This number of attempts of `no-result` groups: newest group first, in each group the newest attempt first. */
  readonly unanswered?: number;
  /** For a call of `start`: the earlier attempts that can answer it instead of a new one. */
  readonly answering?: StartMatchRead;
  /** The position of the attempt whose start `rankedAt` reports: 1 is the newest attempt. */
  readonly rank?: number;
}

/** Selects attempts that started after `since`, and whose `startMatchOf` is `any` or one of these fingerprints. */
export interface StartMatchRead {
  /** The fingerprints of one sale: one for each secret of the installation. */
  readonly fingerprints: readonly string[];
  readonly since: Date;
}

/** The later cycles to load: the named ones, or all. `all` also loads the completed jobs of cycles. */
export type CycleSelection = readonly CycleKey[] | "all";

/** Identifies a transaction of the gateway within a subscription. */
export interface TransactionKey {
  /** The attempt that began the subscription. */
  readonly orderNumber: string;
  readonly transactionId: string;
}

export function transactionKeyText({ orderNumber, transactionId }: TransactionKey): string {
  return `${orderNumber}/${transactionId}`;
}

/** A transaction, with the cycle that it paid. */
export interface PaidTransaction extends TransactionKey {
  /** 1 is the sale itself. */
  readonly cycle: number;
}

/** All changes that one application of facts makes. The store commits them in one transaction. */
export interface PaymentChange extends PaymentKey {
  /** The version of the loaded payment. */
  readonly version: number;
  readonly payments: readonly Attempt[];
  readonly cycles: readonly Cycle[];
  /** The cycles that transactions pay. A stored transaction does not change. */
  readonly transactions: readonly PaidTransaction[];
  /** The ids of the notifications that become processed. */
  readonly settled: readonly string[];
  /** New jobs and review items. A job with a lease is claimed on insert. */
  readonly work: readonly (Job & { readonly lease?: Lease })[];
  /** Obsolete review items, also new ones, with their outcome. An item that is already resolved does not change. */
  readonly ended: readonly JobCompletion[];
}

/** A completed job or resolved review item, with its outcome. */
export interface JobCompletion {
  readonly id: string;
  readonly result: JobOutcome;
}

/**
 * A payment store. Every store passes the store contract of `@pay-index/conformance`.
 *
 * A method without `tx` commits on its own connection before it resolves, and never joins the caller's transaction. A method that
 * rejects has changed nothing.
 */
export interface PaymentStore<Tx = never> extends InstallationStore {
  /**
   * Loads a payment, as of one moment. Leaves out named cycles that do not exist, and named transactions that paid nothing. Completed
   * jobs of cycles are loaded only with `cycles: "all"`, so that old subscriptions do not become slow.
   */
  book(key: PaymentKey, read?: PaymentRead): Promise<Payment>;
  /** Returns the attempt, or undefined if there is none. */
  find(orderNumber: string): Promise<Attempt | undefined>;
  /** Returns the attempts that exist, in any order, with one query. At most 1000 order numbers. */
  findAll(orderNumbers: readonly string[]): Promise<readonly Attempt[]>;
  /** Commits the change in one transaction. Returns `stale` and changes nothing if the version does not match. */
  commit(change: PaymentChange): Promise<"committed" | "stale">;
  /**
   * Inserts the notification, unless it is stored. It is durable when the promise resolves. Returns `open` if it was stored and is
   * pending, `settled` if it was stored and is processed.
   */
  receive(entry: InboxEntry): Promise<"new" | "open" | "settled">;
  /** Returns the payments with pending notifications that were received before `before`, oldest first. */
  unsettled(before: Date, limit: number): Promise<readonly PaymentKey[]>;
  /** Claims due jobs without a lease. With `id`, claims this job or review item, unless it is completed or has a lease. */
  claim(claim: ClaimRequest): Promise<readonly LeasedJob[]>;
  /** Completes a job, or resolves a review item. Returns false if this happened before. With `tx`, it is part of that transaction. */
  finish(workId: string, result: JobOutcome, tx?: Tx): Promise<boolean>;
  /** Extends a lease. Returns false if the lease was lost, the job is completed, or an open transaction completes it. */
  renew(leased: LeasedJob, until: Date): Promise<boolean>;
  /** Ends the lease of a job, and retries it later or makes it a review item. Does nothing if the lease was lost. */
  postpone(leased: LeasedJob, next: JobFailure): Promise<void>;
  /** Returns the open review items: oldest first, the kind `no-result` last, because buyers abandoned most of these payments. */
  parked(limit: number): Promise<readonly Job[]>;
  /**
   * Deletes up to `limit` processed notifications that were received before `before`, and returns the number. Payments and jobs stay,
   * so that a late repeated notification has no effect.
   */
  forget(before: Date, limit: number): Promise<number>;
}
