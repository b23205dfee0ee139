import type { Attempt } from "../payment/attempt.ts";
import type { NotificationFact } from "../payment/fact.ts";
import type { ClaimRequest, Job, JobFailure, JobOutcome, Lease, LeasedJob } from "../payment/job.ts";
import type { Cycle, CycleKey } from "../payment/subscription/cycle.ts";
import type { InstallationStore } from "./installation-store.ts";

export interface PaymentKey {
  readonly tenant: string;
  readonly reference: string;
}

/** The evidence of one verified notification. The id is unique per payment and the same for a repeat. */
export interface InboxEntry extends PaymentKey {
  readonly id: string;
  readonly orderNumber: string;
  readonly receivedAt: Date;
  readonly fact: NotificationFact;
}

/**
 * What decides about one reference: its cost does not grow with the number of attempts. The attempts are those that `BookRead`
 * names, those that the open notifications are about, and every attempt in the state `paid`, `review` or `approved`.
 */
export interface Payment extends PaymentKey {
  /** 0 for a book that has nothing in it yet. */
  readonly version: number;
  /** Oldest attempt first. */
  readonly payments: readonly Attempt[];
  /** The highest attempt number: how many attempts the reference has, whether they are in `payments` or not. */
  readonly attemptCount: number;
  /** When the attempt started that `BookRead.rank` asks for; undefined if there are fewer attempts. ISO instant in UTC. */
  readonly rankedAt: string | undefined;
  readonly cycles: readonly Cycle[];
  /** Those of which it was asked that have paid something. */
  readonly transactions: readonly PaidTransaction[];
  /** Oldest first. */
  readonly notifications: readonly InboxEntry[];
  /** All work of the attempts in `payments`, and the parked work of every attempt. */
  readonly work: readonly Job[];
}

/** What `book` returns besides what always decides. */
export interface PaymentRead {
  /** Which later cycles of subscriptions to read: none unless they are asked for. */
  readonly cycles?: CycleSelection;
  /** Which transactions to read, if they have paid something. */
  readonly transactions?: readonly TransactionKey[];
  /** The attempts with these order numbers, if they belong to this reference. */
  readonly orderNumbers?: readonly string[];
  /** For a status: this many of the newest attempts, the newest attempt of each state, and every attempt with parked work. */
  readonly newest?: number;
  /** This many attempts that `openGroupOf` puts into a group, newest group first and in it the newest attempt first. */
  readonly unanswered?: number;
  /** For a request to start: the attempts that may answer it instead of a new one. */
  readonly answering?: StartMatchRead;
  /** The position of the attempt whose start `rankedAt` reports: 1 is the newest attempt. */
  readonly rank?: number;
}

/** Attempts that started after `since`, and whose `answersOf` is `any` or one of these fingerprints. */
export interface StartMatchRead {
  /** Of one sale: one for each secret of the installation. */
  readonly fingerprints: readonly string[];
  readonly since: Date;
}

/** Which cycles to read along: those named, or all, and with them what is done of their work. */
export type CycleSelection = readonly CycleKey[] | "all";

/** A transaction of the gateway, which may have paid a cycle of this sale. */
export interface TransactionKey {
  /** Of the sale that began the subscription. */
  readonly orderNumber: string;
  readonly transactionId: string;
}

export function transactionKeyText({ orderNumber, transactionId }: TransactionKey): string {
  return `${orderNumber}/${transactionId}`;
}

export interface PaidTransaction extends TransactionKey {
  /** 1 is the sale itself. */
  readonly cycle: number;
}

/** Everything that one decision changes, as one transaction. */
export interface PaymentChange extends PaymentKey {
  /** The version the decision was made on. */
  readonly version: number;
  readonly payments: readonly Attempt[];
  readonly cycles: readonly Cycle[];
  /** What transactions pay from now on. One that has paid already stays what it is. */
  readonly transactions: readonly PaidTransaction[];
  /** Ids of notifications that are judged now. */
  readonly settled: readonly string[];
  /** New work. With a lease it is born in the hands of whoever commits. */
  readonly work: readonly (Job & { readonly lease?: Lease })[];
  /** Items that this makes untrue, new ones among them, with what is to be said of it. One that has ended already stays as it ended. */
  readonly ended: readonly JobCompletion[];
}

export interface JobCompletion {
  readonly id: string;
  readonly result: JobOutcome;
}

/**
 * Where the ledger lives. Every store passes the store contract of `@pay-index/conformance`.
 *
 * Methods without `tx` commit on their own connection before they resolve; they never join the caller's transaction.
 * A store that cannot do what it is asked rejects; then nothing of it has happened.
 */
export interface PaymentStore<Tx = never> extends InstallationStore {
  /**
   * As of one moment; with those of the named cycles that exist, and those of the named transactions that have paid one. What is done
   * of the work of cycles is left out unless all are asked for: a subscription must not become slower as it grows older.
   */
  book(key: PaymentKey, read?: PaymentRead): Promise<Payment>;
  find(orderNumber: string): Promise<Attempt | undefined>;
  /** Those of these attempts that exist, in any order and with one query: at most 1000. */
  findAll(orderNumbers: readonly string[]): Promise<readonly Attempt[]>;
  /** One transaction: the version must match, or nothing happens and the answer is `stale`. */
  commit(change: PaymentChange): Promise<"committed" | "stale">;
  /** Inserts unless it is there. When this resolves the entry is durable. `settled`: it was there and is judged; nothing was written. */
  receive(entry: InboxEntry): Promise<"new" | "open" | "settled">;
  /** Books with notifications that were received before `before` and are not judged, oldest first. */
  unsettled(before: Date, limit: number): Promise<readonly PaymentKey[]>;
  /** Leases work that is due and not leased; with `id` that one row, parked or not, unless it is done or leased. */
  claim(claim: ClaimRequest): Promise<readonly LeasedJob[]>;
  /** Ends work, parked or due. False: it had ended before. With `tx` it is part of that transaction. */
  finish(workId: string, result: JobOutcome, tx?: Tx): Promise<boolean>;
  /** Extends a lease. False: the lease was lost, the job is done, or a transaction that completes it holds it at this moment. */
  renew(leased: LeasedJob, until: Date): Promise<boolean>;
  /** Gives leased work back, for later or for a person. Does nothing when the lease was lost. */
  postpone(leased: LeasedJob, next: JobFailure): Promise<void>;
  /** Parked work: what a person must look at. Oldest first, and payments without a result after all others: most were given up. */
  parked(limit: number): Promise<readonly Job[]>;
  /** Deletes up to `limit` judged notifications received before `before` and says how many. Payments and work stay: they are what makes a late repeat harmless. */
  forget(before: Date, limit: number): Promise<number>;
}
