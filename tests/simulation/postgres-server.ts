import { isDeepStrictEqual } from "node:util";
import { createDatabase, startPostgres } from "@pay-index/embedded-postgres";
import { migratePostgres, postgres } from "@pay-index/postgres";
import { Client, Pool } from "pg";
import type { RealConnection } from "./connection.ts";
import { agreement, RealStore, type RealStoreParts } from "./real-store.ts";
import type { Owner } from "./scheduler.ts";
import type { TrialStore } from "./sqlite-store.ts";
import type { World } from "./world.ts";

/** Something that was sent to the server. */
interface Sent {
  /** The process of the server that runs a statement. Undefined for what waits for no lock. */
  readonly pid: number | undefined;
  readonly over: Promise<unknown>;
  /** Passes the outcome on. Undefined until the server answered. */
  pass: (() => void) | undefined;
}

const endOtherConnections = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** Milliseconds of the machine. Longer than nearly every statement, and than `deadlock_timeout`. */
const longStatement = 15;

/**
 * A real Postgres on which the seed decides which connection runs its next statement. One statement is sent at a time. The next entry of
 * the queue begins when the server has answered, or when the statement waits for a lock; then its answer follows the one that frees it.
 */
export class PostgresServer {
  readonly #url: string;
  readonly #observer: Client;
  readonly #stop: () => Promise<void>;
  readonly #sent = new Set<Sent>();
  #blocked: ReadonlySet<Sent> = new Set();
  #world: World | undefined;

  private constructor(url: string, observer: Client, stop: () => Promise<void>) {
    this.#url = url;
    this.#observer = observer;
    this.#stop = stop;
  }

  static async start(): Promise<PostgresServer> {
    const server = await startPostgres({ settings: { deadlock_timeout: "5ms" } });
    const { url } = await createDatabase({ server: server.url });
    const pool = new Pool({ connectionString: url });
    await migratePostgres(pool);
    await pool.end();
    const observer = new Client({ connectionString: url });
    await observer.connect();
    return new PostgresServer(url, observer, async () => {
      await observer.query(endOtherConnections);
      await observer.end();
      await server.stop();
    });
  }

  /** Empties the tables for a simulation, whose queue waits for the server from now on. */
  async enter(world: World): Promise<void> {
    await this.#observer.query(endOtherConnections);
    const { rows } = await this.#observer.query(
      "SELECT string_agg(tablename, ', ') AS names FROM pg_tables WHERE tablename LIKE 'pay\\_index\\_%' AND tablename <> 'pay_index_schema'",
    );
    await this.#observer.query(`TRUNCATE ${rows[0].names}`);
    this.#sent.clear();
    this.#blocked = new Set();
    this.#world = world;
    world.scheduler.untilQuiet = () => this.#quiet(world);
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  /** Compares what it holds at the end with what the simulated database holds. */
  async compareTables(world: World, simulated: TrialStore): Promise<void> {
    for (const table of ["pay_index_attempt", "pay_index_cycle", "pay_index_review_item"])
      world.check(
        isDeepStrictEqual(await this.#records(table), await simulated.records(table)),
        agreement,
        table,
      );
  }

  /** All rows of a table as the records that core reads, in a fixed order. */
  async #records(table: string): Promise<string[]> {
    const { rows } = await this.#observer.query(`SELECT record FROM ${table}`);
    return rows.map(({ record }) => record).toSorted();
  }

  openStore(owner: Owner, parts: RealStoreParts): RealStore {
    return new RealStore(this.#connect(owner), parts);
  }

  #connect(owner: Owner): RealConnection {
    const perform = <Result>(send: () => Promise<Result>, pid?: number) => this.#perform(send, pid);
    const end = (pids: readonly number[]) => this.#terminate(pids, gone);
    const beforeStatement = (pid: number) => this.#beforeStatement(owner, () => end([pid]));
    const gone = new Map<number, Promise<unknown>>();

    class ScheduledClient extends Client {
      // biome-ignore lint/suspicious/noExplicitAny: pg's own functions have one overload for callbacks and one for promises.
      override connect(callback?: any): any {
        const ended = new Promise((resolve) => this.once("end", resolve));
        // The pool listens to errors from the moment of its answer, which waits in the queue.
        const ignore = () => undefined;
        this.on("error", ignore);
        const connected = perform(() => super.connect()).then(() => {
          gone.set(pidOf(this), ended);
          this.off("error", ignore);
        });
        if (callback === undefined) return connected;
        connected.then(() => callback(), callback);
      }

      // biome-ignore lint/suspicious/noExplicitAny: see above.
      override query(statement: any): any {
        const pid = pidOf(this);
        return beforeStatement(pid).then(() => perform(() => super.query(statement), pid));
      }
    }

    const pool = new Pool({
      connectionString: this.#url,
      Client: ScheduledClient,
      max: 3,
      idleTimeoutMillis: 0,
    });
    return {
      store: postgres(pool, { lockWait: 600, migrate: false }) as RealConnection["store"],
      end: () => end([...gone.keys()]),
    };
  }

  /** Waits until the seed lets this connection go on. Before that, an administrator or an outage can end it. */
  async #beforeStatement(owner: Owner, end: () => Promise<void>): Promise<void> {
    const world = this.#requireWorld();
    await world.scheduler.sleep(world.delay(10), owner);
    if (!owner.isAlive) return new Promise(() => undefined);
    if (world.happens("connection lost before")) await end();
  }

  /** Resolves when the clients have noticed it. */
  #terminate(pids: readonly number[], gone: Map<number, Promise<unknown>>): Promise<void> {
    const ended = pids.map((pid) => gone.get(pid));
    for (const pid of pids) gone.delete(pid);
    return this.#perform(async () => {
      await this.#observer.query("SELECT pg_terminate_backend(pid, 5000) FROM unnest($1::int[]) AS pid", [
        pids,
      ]);
      await Promise.all(ended);
    });
  }

  /** Sends something, and passes its outcome on as an entry of the queue. */
  #perform<Result>(send: () => Promise<Result>, pid?: number): Promise<Result> {
    return new Promise((resolve, reject) => {
      const settle = (pass: () => void) => {
        sent.pass = pass;
      };
      const answer = send();
      const sent: Sent = {
        pid,
        pass: undefined,
        over: answer.then(
          (value) => settle(() => resolve(value)),
          (error) => settle(() => reject(error)),
        ),
      };
      this.#sent.add(sent);
    });
  }

  /** Resolves when the server has nothing more to do, apart from statements that wait for a lock. */
  async #quiet({ scheduler }: World): Promise<void> {
    if (this.#sent.size === 0) return;
    const newest = [...this.#sent].at(-1);
    for (;;) {
      const open = [...this.#sent].filter(({ pass }) => pass === undefined);
      const running = open.filter((each) => !this.#blocked.has(each));
      if (running.length > 0) {
        const answered = Promise.race(running.map(({ over }) => over));
        const isLong = await Promise.race([answered, sleepOfMachine(longStatement)]);
        if (isLong === true) this.#blocked = await this.#findBlocked(open);
        continue;
      }
      if (open.length === 0) break;
      this.#blocked = await this.#findBlocked(open);
      if (this.#blocked.size === open.length) break;
    }
    // What was sent last may have freed the others.
    const ended = [...this.#sent].filter(({ pass }) => pass !== undefined);
    for (const each of ended.toSorted((a, b) => Number(b === newest) - Number(a === newest))) {
      this.#sent.delete(each);
      scheduler.after(0, () => each.pass?.());
    }
  }

  async #findBlocked(running: readonly Sent[]): Promise<Set<Sent>> {
    const { rows } = await this.#observer.query(
      "SELECT pid FROM unnest($1::int[]) AS pid WHERE cardinality(pg_blocking_pids(pid)) > 0",
      [running.flatMap(({ pid }) => (pid === undefined ? [] : [pid]))],
    );
    return new Set(running.filter(({ pid }) => rows.some((row) => row.pid === pid)));
  }

  #requireWorld(): World {
    if (this.#world === undefined) throw new Error("No simulation has entered the server.");
    return this.#world;
  }
}

/** `pg` does not declare it. */
const pidOf = (client: Client): number => (client as Client & { processID: number }).processID;

function sleepOfMachine(milliseconds: number): Promise<true> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds, true));
}
