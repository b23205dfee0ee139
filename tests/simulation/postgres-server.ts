import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createDatabase, type KeptServer, startPostgres } from "@pay-index/embedded-postgres";
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

/** The connections of one process of the shop by their process of the server, and when each has ended. */
type Clients = Map<number, Promise<unknown>>;

const endOtherConnections = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()`;

const settings = { deadlock_timeout: "5ms" };
/** A commit waits until the standby has it. */
const synchronous = { ...settings, synchronous_standby_names: "*", synchronous_commit: "on" };

/** Milliseconds of the machine. Longer than nearly every statement, and than `deadlock_timeout`. */
const longStatement = 15;

/**
 * A real Postgres on which the seed decides which connection runs its next statement. One statement is sent at a time. The next entry of
 * the queue begins when the server has answered, or when the statement waits for a lock; then its answer follows the one that frees it.
 */
export class PostgresServer {
  /** A saved cluster is in it, from which a primary and its standby start. */
  readonly #folder: string;
  /** The path of the database in an address. */
  readonly #database: string;
  #server: KeptServer;
  #observer: Client;
  #standby: KeptServer | undefined;
  readonly #clients = new Set<Clients>();
  readonly #sent = new Set<Sent>();
  #blocked: ReadonlySet<Sent> = new Set();
  #world: World | undefined;

  private constructor(folder: string, server: KeptServer, observer: Client) {
    this.#folder = folder;
    this.#database = `/${observer.database}`;
    this.#server = server;
    this.#observer = observer;
  }

  static async start(): Promise<PostgresServer> {
    const server = await startPostgres({ settings });
    const { url } = await createDatabase({ server: server.url });
    const pool = new Pool({ connectionString: url });
    await migratePostgres(pool);
    await pool.end();
    const folder = await mkdtemp(join(tmpdir(), "pay-index-simulation-"));
    return new PostgresServer(folder, server, await connect(url));
  }

  /** Empties the tables for a simulation, whose queue waits for the server from now on. */
  async enter(world: World): Promise<void> {
    await this.#observer.query(endOtherConnections);
    this.#clients.clear();
    if (world.mayHappen("standby promoted") && this.#standby === undefined) await this.#startPair();
    const { rows } = await this.#observer.query(
      "SELECT string_agg(tablename, ', ') AS names FROM pg_tables WHERE tablename LIKE 'pay\\_index\\_%' AND tablename <> 'pay_index_schema'",
    );
    await this.#observer.query(`TRUNCATE ${rows[0].names}`);
    this.#sent.clear();
    this.#blocked = new Set();
    this.#world = world;
    world.scheduler.untilQuiet = () => this.#quiet(world);
  }

  /** Starts a primary and its standby with empty tables, which takes two seconds. */
  async #startPair(): Promise<void> {
    const from = join(this.#folder, "cluster");
    await this.#observer.end();
    await this.#server.stop({ keepIn: from });
    this.#server = await startPostgres({ from, settings: synchronous });
    this.#standby = await startPostgres({ from, settings, standbyOf: this.#server.url });
    this.#observer = await connect(this.#urlOf(this.#server));
  }

  async stop(): Promise<void> {
    await this.#observer.query(endOtherConnections);
    await this.#observer.end();
    await this.#standby?.stop();
    await this.#server.stop();
    await rm(this.#folder, { recursive: true });
  }

  #urlOf({ url }: KeptServer): string {
    return Object.assign(new URL(url), { pathname: this.#database }).href;
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
    const gone: Clients = new Map();
    this.#clients.add(gone);
    const connectionString = () => this.#urlOf(this.#server);

    class ScheduledClient extends Client {
      constructor() {
        super({ connectionString: connectionString() });
      }

      // biome-ignore lint/suspicious/noExplicitAny: pg's own functions have one overload for callbacks and one for promises.
      override connect(callback?: any): any {
        const ended = new Promise((resolve) => this.once("end", resolve));
        // The pool listens to errors from the moment of its answer, which waits in the queue.
        const ignore = () => undefined;
        this.on("error", ignore);
        const connect = () => super.connect().then(() => gone.set(pidOf(this), ended));
        const connected = perform(connect).then(() => this.off("error", ignore));
        if (callback === undefined) return connected;
        connected.then(() => callback(), callback);
      }

      // biome-ignore lint/suspicious/noExplicitAny: see above.
      override query(statement: any): any {
        const pid = pidOf(this);
        return beforeStatement(pid).then(() => perform(() => super.query(statement), pid));
      }
    }

    const pool = new Pool({ Client: ScheduledClient, max: 3, idleTimeoutMillis: 0 });
    return {
      store: postgres(pool, { lockWait: 600, migrate: false }) as RealConnection["store"],
      end: () => end([...gone.keys()]),
    };
  }

  /** Waits until the seed lets this connection go on. Before that, an administrator or an outage can end it, or a failover can end all. */
  async #beforeStatement(owner: Owner, end: () => Promise<void>): Promise<void> {
    const world = this.#requireWorld();
    await world.scheduler.sleep(world.delay(10), owner);
    if (!owner.isAlive) return new Promise(() => undefined);
    if (world.happens("connection lost before")) await end();
    if (this.#standby !== undefined && world.happens("standby promoted")) await this.#failOver(this.#standby);
  }

  /** Ends connections, and leaves out which have ended before. */
  #terminate(pids: readonly number[], clients: Clients): Promise<void> {
    const ending = [...clients].filter(([pid]) => pids.includes(pid));
    for (const pid of pids) clients.delete(pid);
    return this.#perform(() => endInTurn(this.#observer, ending));
  }

  /** The standby becomes the server. What was committed is there. */
  #failOver(standby: KeptServer): Promise<void> {
    const [primary, observer] = [this.#server, this.#observer];
    const ending = [...this.#clients].flatMap((clients) => [...clients]);
    for (const clients of this.#clients) clients.clear();
    this.#standby = undefined;
    return this.#perform(async () => {
      this.#observer = await connect(this.#urlOf(standby));
      await this.#observer.query("SELECT pg_promote()");
      this.#server = standby;
      await endInTurn(observer, ending);
      await observer.end();
      await primary.stop();
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

/** One after the other, because a driver whose connection ends goes on with another one. Resolves when the clients have noticed it. */
async function endInTurn(
  observer: Client,
  clients: readonly (readonly [number, Promise<unknown>])[],
): Promise<void> {
  for (const [pid, ended] of clients) {
    await observer.query("SELECT pg_terminate_backend($1, 5000)", [pid]);
    await ended;
  }
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

/** `pg` does not declare it. */
const pidOf = (client: Client): number => (client as Client & { processID: number }).processID;

function sleepOfMachine(milliseconds: number): Promise<true> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds, true));
}
