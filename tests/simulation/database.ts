import { type JobClaimRequest, type LeasedJob, MemoryStore, type PaymentStore } from "@pay-index/core/store";
import type { Connection, Method, Transaction } from "./connection.ts";
import type { Mirror } from "./mirror.ts";
import type { PostgresServer } from "./postgres-server.ts";
import type { RealStore } from "./real-store.ts";
import type { Owner } from "./scheduler.ts";
import type { TrialStore } from "./sqlite-store.ts";
import type { World } from "./world.ts";

const methods: readonly Method[] = (
  "load findAttempt findAttempts findLink commit receive listPendingPayments claimDueJobs claimJob completeJob renewLease " +
  "retryJobLater giveUpJob listReviewItems findReviewItem listSubscriptionTenants deleteProcessedNotifications " +
  "countPaymentRecords deletePayment listAttempts readBacklogs countAttempts readDailyCounts listRefundedCharges " +
  "listPaidCycles listCreatedReviewItems secrets addSecret signStrength rememberSignStrength countRequest " +
  "deleteEndedWindows recordActivity listActivities readAlerts claimAlerts collectAlertItems saveAlerts"
).split(" ") as Method[];

/** What Node adds to a simulation. A browser has neither, and gets the same digests. */
export interface Backends {
  /** Core's own statements on SQLite, for the plans that ask for them. Default: the store in memory. */
  readonly createSqlStore?: (() => TrialStore) | undefined;
  /** A real Postgres beside the simulated one. It needs `createSqlStore`. */
  readonly server?: PostgresServer | undefined;
}

/** Milliseconds that a statement waits for a lock. */
const lockTimeout = 5000;

/**
 * One simulated Postgres behind the port of core. A method of the port is one transaction: it happens at one moment, or not at all. Its
 * request and its reply travel, and can be lost. Rows that an open transaction of the host has written are locked.
 */
export class Database {
  readonly #world: World;
  readonly #mirror: Mirror;
  readonly #server: PostgresServer | undefined;
  store: PaymentStore<never>;
  /** The store, if it can take a change back. */
  #trial: TrialStore | undefined;
  readonly #createSqlStore: Backends["createSqlStore"];
  /** Every call of the store, in the simulations that can restore a backup. */
  readonly #calls: (readonly [Method, readonly unknown[]])[] | undefined;
  /** How many times all connections ended, by a restore or a failover. */
  #breaks = 0;
  readonly #open = new Set<Transaction>();
  /** The stores of processes on a real Postgres. */
  readonly #real = new Map<Owner, RealStore>();
  #awayUntil = 0;

  constructor(world: World, mirror: Mirror, { createSqlStore, server }: Backends) {
    this.#world = world;
    this.#mirror = mirror;
    this.#server = server;
    const isSql = world.plan.store === "sql" || server !== undefined;
    this.#createSqlStore = isSql ? createSqlStore : undefined;
    this.#trial = this.#createSqlStore?.();
    this.store = this.#trial ?? new MemoryStore();
    this.#calls = world.mayHappen("backup restored") ? [] : undefined;
  }

  /** Makes a backup. Returns a function that restores it. A real Postgres beside the simulation is not restored. */
  backUp(): () => Promise<void> {
    const calls = this.#calls ?? [];
    const count = calls.length;
    return async () => {
      this.#breakConnections();
      this.#trial = this.#createSqlStore?.();
      this.store = this.#trial ?? new MemoryStore();
      // Each store returns the same for the same calls.
      calls.length = count;
      for (const [name, values] of calls) await this.#run(name, values).catch(() => undefined);
    };
  }

  #breakConnections(): void {
    this.#breaks++;
    for (const tx of [...this.#open]) this.#end(tx);
  }

  #run(name: Method, values: readonly unknown[]): Promise<unknown> {
    const method = this.store[name] as (...all: unknown[]) => Promise<unknown>;
    return method.apply(this.store, [...values]);
  }

  /** Runs a method of the store, which a backup then has. */
  async #change(name: Method, values: readonly unknown[]): Promise<unknown> {
    this.#calls?.push([name, values]);
    const answer = await this.#run(name, values);
    this.#mirror.afterCall(name, values, answer);
    return answer;
  }

  get openTransactions(): ReadonlySet<Transaction> {
    return this.#open;
  }

  /** The store for one process. `die` ends it at a moment when it waits. */
  connect(owner: Owner, die: () => void): Connection {
    const real = this.#openReal(owner);
    const caller = { owner, die, real };
    const call = (name: Method, values: readonly unknown[]) =>
      this.#visit(caller, `${name}${subjectOf(values)}`, () =>
        real === undefined ? this.#call(name, values) : real.call(name, values),
      );
    const calls = methods.map((name) => [name, (...values: unknown[]) => call(name, values)]);
    return {
      ...Object.fromEntries(calls),
      completeJob: (id: string, outcome: never, tx?: Transaction) =>
        tx === undefined
          ? call("completeJob", [id, outcome])
          : this.#visit(caller, `complete in transaction ${id}`, () =>
              this.#completeWithin(caller, tx, [id, outcome]),
            ),
      transaction: (work: (tx: Transaction) => Promise<unknown>) => this.#transaction(caller, work),
      lock: (tx: Transaction, row: string) => this.#visit(caller, `lock ${row}`, () => this.#lock(tx, row)),
      ask: (name: string, run: () => unknown) => this.#visit(caller, name, run),
    } as unknown as Connection;
  }

  #openReal(owner: Owner): RealStore | undefined {
    if (this.#server === undefined) return undefined;
    const parts = { world: this.#world, mirror: this.#mirror, simulated: this.store };
    const real = this.#server.openStore(owner, parts);
    this.#real.set(owner, real);
    return real;
  }

  /** Ends the transactions of a process that died, when the server notices. */
  disconnect(owner: Owner): void {
    const { scheduler } = this.#world;
    const delay = this.#world.delay(10_000);
    for (const tx of this.#open) if (tx.owner === owner) scheduler.after(delay, () => this.#end(tx));
    scheduler.after(delay, () => void this.#real.get(owner)?.end());
  }

  /** Compares what a real Postgres holds at the end with what the simulated database holds. */
  async compareTables(): Promise<void> {
    if (this.#trial !== undefined) await this.#server?.compareTables(this.#world, this.#trial);
  }

  /** Runs a method of the store, which happens at one moment. */
  async #call(name: Method, values: readonly unknown[]): Promise<unknown> {
    if (this.#open.size > 0 && rowsOf(name, values).some((row) => this.isLocked(row))) return waits;
    if (this.#skipsLocked(name, values)) return name === "claimDueJobs" ? [] : false;
    // The counts of a day are no part of the simulation, and take as long as a payment.
    if (name === "countAttempts" && this.#world.random.chance(0.95)) return 0;
    return this.#change(name, values);
  }

  /** Whether a locked row is in the way of a statement that does not wait for it. */
  #skipsLocked(name: Method, values: readonly unknown[]): boolean {
    if (this.#open.size === 0) return false;
    const [first] = values as [JobClaimRequest & LeasedJob];
    if (name === "claimDueJobs") return this.#mirror.dueJobs(first).some((id) => this.isLocked(`job/${id}`));
    return name === "renewLease" && this.isLocked(`job/${first.job.id}`);
  }

  /** Sends a request, lets it happen, and returns with the reply. The process can die on both ways. */
  async #visit({ owner, die, real }: Caller, name: string, run: () => unknown): Promise<unknown> {
    const world = this.#world;
    if (world.happens("process dies")) die();
    if (!owner.isAlive) return new Promise(() => undefined);
    const breaks = this.#breaks;
    // What was sent arrives, also if its sender dies.
    await world.scheduler.sleep(world.delay(20));
    const outcome = await this.#happen(run, { losesRequests: real === undefined, breaks }).then(
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

  /**
   * @param line `losesRequests`: whether the connection can be lost before it happens, because a real one loses statements. `breaks`: how
   * many times all connections had ended when it was sent
   */
  async #happen(
    run: () => unknown,
    { losesRequests, breaks }: { losesRequests: boolean; breaks: number },
  ): Promise<unknown> {
    const world = this.#world;
    const deadline = world.now + lockTimeout;
    const isLost = () =>
      breaks !== this.#breaks ||
      world.now < this.#awayUntil ||
      (losesRequests && world.happens("connection lost before"));
    for (;;) {
      if (world.happens("database away")) this.#awayUntil = world.now + world.random.int(120_000);
      if (losesRequests && world.happens("standby promoted")) this.#breakConnections();
      if (isLost()) throw connectionLost("before");
      const answer = await run();
      if (answer !== waits && world.happens("connection lost after")) throw connectionLost("after");
      if (answer !== waits) return answer;
      if (world.now >= deadline) throw databaseError("55P03", "lock timeout");
      await world.scheduler.sleep(1 + world.random.int(200));
    }
  }

  async #transaction(caller: Caller, work: Work): Promise<unknown> {
    if (caller.real !== undefined) return this.#transactionOn(caller.real, caller, work);
    const tx = createTransaction(caller.owner);
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

  #transactionOn(real: RealStore, caller: Caller, work: Work): Promise<unknown> {
    return this.#visit(caller, "transaction", async () => {
      const tx = createTransaction(caller.owner);
      this.#open.add(tx);
      try {
        const result = await real.transaction((client) => work(Object.assign(tx, { client })));
        for (const write of tx.writes) await write();
        return result;
      } finally {
        this.#end(tx);
      }
    });
  }

  #end(tx: Transaction): void {
    tx.isOpen = false;
    this.#open.delete(tx);
  }

  async #lock(tx: Transaction, row: string): Promise<unknown> {
    if (!tx.isOpen) throw databaseError("57P01", "terminating connection");
    // On a real Postgres: the tables of the host are not there.
    await tx.client?.query({ text: "SELECT pg_advisory_xact_lock(hashtext($1))", values: [row] });
    if (this.isLocked(row, tx)) return waits;
    tx.locks.add(row);
    return true;
  }

  async #completeWithin({ real }: Caller, tx: Transaction, [id, outcome]: [string, never]): Promise<unknown> {
    if (this.#world.happens("deadlock")) {
      this.#end(tx);
      throw databaseError("40P01", "deadlock detected");
    }
    if (real !== undefined) return real.completeWithin(tx, id, outcome);
    if ((await this.#lock(tx, `job/${id}`)) === waits) return waits;
    const isDone = await this.#wouldComplete(id, outcome);
    if (isDone) tx.writes.push(() => this.#change("completeJob", [id, outcome]));
    return isDone;
  }

  /** Whether the row would change. The row is locked, so it is the same at COMMIT. */
  async #wouldComplete(id: string, outcome: never): Promise<boolean> {
    if (this.#trial === undefined) return this.#mirror.isJobOpen(id);
    return this.#trial.tryOut(() => this.store.completeJob(id, outcome));
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
  /** Undefined without a real Postgres. */
  readonly real: RealStore | undefined;
}

type Work = (tx: Transaction) => Promise<unknown>;

function createTransaction(owner: Owner): Transaction {
  return { owner, locks: new Set(), writes: [], isOpen: true };
}

/** What a method is about, for the timeline. */
function subjectOf([first]: readonly unknown[]): string {
  const { reference, attemptId, job } = Object(first) as Record<string, unknown>;
  const subject = reference ?? attemptId ?? Object(job).id ?? first;
  return typeof subject === "string" ? ` ${subject}` : "";
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
