import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { JobClaimRequest, LeasedJob, PaymentStore } from "@pay-index/core/store";
import {
  createSchemaTableSql,
  MemoryStore,
  migrations,
  type SqlParameters,
  type SqlRow,
  SqlStore,
} from "@pay-index/core/store";
import type { Mirror } from "./mirror.ts";
import type { Owner } from "./scheduler.ts";
import type { World } from "./world.ts";

/** An open transaction of the host. Its writes become visible together at COMMIT. */
export interface Transaction {
  readonly owner: Owner;
  readonly locks: Set<string>;
  readonly writes: (() => unknown)[];
  isOpen: boolean;
}

/** A store as one process sees it, with the transactions of its host. */
export interface Connection extends PaymentStore<Transaction> {
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Waits for the lock on a row of the host, inside the transaction. */
  lock(tx: Transaction, row: string): Promise<void>;
  /** Reads or writes a row of the host without a transaction of its own. */
  ask<Result>(name: string, run: () => Result): Promise<Result>;
}

type Method = keyof PaymentStore & string;

const methods: readonly Method[] = (
  "load findAttempt findAttempts findLink commit receive listPendingPayments claimDueJobs claimJob completeJob renewLease " +
  "retryJobLater giveUpJob listReviewItems findReviewItem listSubscriptionTenants deleteProcessedNotifications " +
  "countPaymentRecords deletePayment listAttempts readBacklogs countAttempts readDailyCounts listRefundedCharges " +
  "listPaidCycles listCreatedReviewItems secrets addSecret signStrength rememberSignStrength countRequest " +
  "deleteEndedWindows recordActivity listActivities readAlerts claimAlerts collectAlertItems saveAlerts"
).split(" ") as Method[];

/** Milliseconds that a statement waits for a lock. */
const lockTimeout = 5000;

/**
 * One simulated Postgres behind the port of core. A method of the port is one transaction: it happens at one moment, or not at all. Its
 * request and its reply travel, and can be lost. Rows that an open transaction of the host has written are locked.
 */
export class Database {
  readonly #world: World;
  readonly #mirror: Mirror;
  readonly store: PaymentStore<never>;
  readonly #open = new Set<Transaction>();
  #awayUntil = 0;

  constructor(world: World, mirror: Mirror) {
    this.#world = world;
    this.#mirror = mirror;
    this.store = world.plan.store === "sql" ? createSqlStore() : new MemoryStore();
  }

  /** The store for one process. `die` ends it at a moment when it waits. */
  connect(owner: Owner, die: () => void): Connection {
    const caller = { owner, die };
    const call = (name: Method, values: readonly unknown[]) =>
      this.#visit(caller, name, () => this.#call(name, values));
    const calls = methods.map((name) => [name, (...values: unknown[]) => call(name, values)]);
    return {
      ...Object.fromEntries(calls),
      completeJob: (id: string, outcome: never, tx?: Transaction) =>
        tx === undefined
          ? call("completeJob", [id, outcome])
          : this.#visit(caller, "complete in transaction", () => this.#completeWithin(tx, id, outcome)),
      transaction: (work: (tx: Transaction) => Promise<unknown>) => this.#transaction(caller, work),
      lock: (tx: Transaction, row: string) => this.#visit(caller, "lock", () => this.#lock(tx, row)),
      ask: (name: string, run: () => unknown) => this.#visit(caller, name, run),
    } as unknown as Connection;
  }

  /** Ends the transactions of a process that died, when the server notices. */
  disconnect(owner: Owner): void {
    const { scheduler } = this.#world;
    const delay = this.#world.delay(10_000);
    for (const tx of this.#open) if (tx.owner === owner) scheduler.after(delay, () => this.#end(tx));
  }

  /** Runs a method of the store, which happens at one moment. */
  async #call(name: Method, values: readonly unknown[]): Promise<unknown> {
    if (rowsOf(name, values).some((row) => this.isLocked(row))) return waits;
    if (this.#skipsLocked(name, values)) return name === "claimDueJobs" ? [] : false;
    // The counts of a day are no part of the simulation, and take as long as a payment.
    if (name === "countAttempts" && this.#world.random.chance(0.95)) return 0;
    const method = this.store[name] as (...all: unknown[]) => Promise<unknown>;
    const answer = await method.apply(this.store, [...values]);
    this.#mirror.afterCall(name, values, answer);
    return answer;
  }

  /** Whether a locked row is in the way of a statement that does not wait for it. */
  #skipsLocked(name: Method, values: readonly unknown[]): boolean {
    const [first] = values as [JobClaimRequest & LeasedJob];
    if (name === "claimDueJobs") return this.#mirror.dueJobs(first).some((id) => this.isLocked(`job/${id}`));
    return name === "renewLease" && this.isLocked(`job/${first.job.id}`);
  }

  /** Sends a request, lets it happen, and returns with the reply. The process can die on both ways. */
  async #visit({ owner, die }: Caller, name: string, run: () => unknown): Promise<unknown> {
    const world = this.#world;
    if (world.happens("process dies")) die();
    if (!owner.isAlive) return new Promise(() => undefined);
    // What was sent arrives, also if its sender dies.
    await world.scheduler.sleep(world.delay(20));
    const outcome = await this.#happen(run).then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    world.trace(owner.name, () => `${name} → ${describe(outcome)}`);
    if (world.happens("process dies")) die();
    await world.scheduler.sleep(world.delay(world.happens("database slow") ? 8000 : 20), owner);
    return outcome();
  }

  async #happen(run: () => unknown): Promise<unknown> {
    const world = this.#world;
    const deadline = world.now + lockTimeout;
    for (;;) {
      if (world.happens("database away")) this.#awayUntil = world.now + world.random.int(120_000);
      if (world.now < this.#awayUntil || world.happens("connection lost before"))
        throw connectionLost("before");
      const answer = await run();
      if (answer !== waits && world.happens("connection lost after")) throw connectionLost("after");
      if (answer !== waits) return answer;
      if (world.now >= deadline) throw databaseError("55P03", "lock timeout");
      await world.scheduler.sleep(1 + world.random.int(200));
    }
  }

  async #transaction(caller: Caller, work: (tx: Transaction) => Promise<unknown>): Promise<unknown> {
    const tx: Transaction = { owner: caller.owner, locks: new Set(), writes: [], isOpen: true };
    await this.#visit(caller, "BEGIN", () => this.#open.add(tx).size);
    try {
      const result = await work(tx);
      await this.#visit(caller, "COMMIT", async () => {
        if (!tx.isOpen) throw databaseError("57P01", "terminating connection");
        for (const write of tx.writes) await write();
        this.#end(tx);
      });
      return result;
    } finally {
      if (tx.isOpen) this.#end(tx);
    }
  }

  #end(tx: Transaction): void {
    tx.isOpen = false;
    this.#open.delete(tx);
  }

  #lock(tx: Transaction, row: string): unknown {
    if (!tx.isOpen) throw databaseError("57P01", "terminating connection");
    if (this.isLocked(row, tx)) return waits;
    tx.locks.add(row);
    return true;
  }

  async #completeWithin(tx: Transaction, id: string, outcome: never): Promise<unknown> {
    if (this.#world.happens("deadlock")) {
      this.#end(tx);
      throw databaseError("40P01", "deadlock detected");
    }
    if (this.#lock(tx, `job/${id}`) === waits) return waits;
    const isDone = await this.#wouldComplete(id, outcome);
    const complete = async () =>
      this.#mirror.afterCall("completeJob", [id], await this.store.completeJob(id, outcome));
    if (isDone) tx.writes.push(complete);
    return isDone;
  }

  /** Whether the row would change. The row is locked, so it is the same at COMMIT. */
  async #wouldComplete(id: string, outcome: never): Promise<boolean> {
    if (!(this.store instanceof TrialStore)) return this.#mirror.isJobOpen(id);
    return this.store.tryOut(() => this.store.completeJob(id, outcome));
  }

  /** Whether an open transaction has written the row. */
  isLocked(row: string, except?: Transaction): boolean {
    for (const tx of this.#open) if (tx !== except && tx.locks.has(row)) return true;
    return false;
  }
}

interface Caller {
  readonly owner: Owner;
  readonly die: () => void;
}

function describe(outcome: () => unknown): string {
  try {
    return JSON.stringify(outcome())?.slice(0, 160) ?? "";
  } catch (error) {
    return String(error);
  }
}

/** The statement waits for a lock. */
const waits = Symbol("waits");

/** The rows that a method writes, and therefore waits for. */
function rowsOf(name: Method, [first]: readonly unknown[]): readonly string[] {
  const value = Object(first) as { job?: { id: string }; completedJobs?: readonly { id: string }[] };
  if (name === "claimJob" || name === "completeJob") return [`job/${first}`];
  if (name === "retryJobLater" || name === "giveUpJob") return [`job/${value.job?.id}`];
  return name === "commit" ? (value.completedJobs ?? []).map(({ id }) => `job/${id}`) : [];
}

function databaseError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

const connectionLost = (when: string) => databaseError("08006", `Connection terminated (${when})`);

/** Core's own statements on SQLite in memory, so that the simulation also covers them. */
class TrialStore extends SqlStore<never> {
  readonly #connection: MemoryConnection;

  constructor(connection: MemoryConnection) {
    super({
      read: connection,
      write: (work) => connection.transact(() => work(connection)),
      within: () => connection,
    });
    this.#connection = connection;
  }

  /** Runs something and takes it back. */
  async tryOut<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#connection.execute("SAVEPOINT trial");
    try {
      return await work();
    } finally {
      this.#connection.execute("ROLLBACK TO trial; RELEASE trial");
    }
  }
}

class MemoryConnection {
  readonly #database = new DatabaseSync(":memory:");
  readonly #statements = new Map<string, StatementSync>();
  #depth = 0;

  async all(sql: string, parameters: SqlParameters): Promise<readonly SqlRow[]> {
    return this.#statement(sql).all(parameters);
  }

  async run(sql: string, parameters: SqlParameters): Promise<number> {
    return Number(this.#statement(sql).run(parameters).changes);
  }

  execute(text: string): void {
    this.#database.exec(text);
  }

  async transact<Result>(work: () => Promise<Result>): Promise<Result> {
    const name = `level${this.#depth++}`;
    this.execute(`SAVEPOINT ${name}`);
    try {
      const result = await work();
      this.execute(`RELEASE ${name}`);
      return result;
    } catch (error) {
      this.execute(`ROLLBACK TO ${name}; RELEASE ${name}`);
      throw error;
    } finally {
      this.#depth--;
    }
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}

function createSqlStore(): TrialStore {
  const connection = new MemoryConnection();
  connection.execute(createSchemaTableSql);
  for (const { statements } of migrations) for (const each of statements) connection.execute(each);
  return new TrialStore(connection);
}
