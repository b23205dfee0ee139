import { isDeepStrictEqual } from "node:util";
import type { LeasedJob, PaymentStore } from "@pay-index/core/store";
import type { PoolClient } from "pg";
import type { Method, RealConnection, Transaction } from "./connection.ts";
import type { Mirror } from "./mirror.ts";
import type { World } from "./world.ts";

export const agreement = "Postgres answers as the simulated database does";

const comparedMethods: ReadonlySet<Method> = new Set<Method>([
  ...([
    "commit",
    "receive",
    "claimDueJobs",
    "claimJob",
    "completeJob",
    "renewLease",
    "retryJobLater",
  ] as const),
  ...(["giveUpJob", "addSecret", "deletePayment", "deleteProcessedNotifications"] as const),
]);

export interface RealStoreParts {
  readonly world: World;
  readonly mirror: Mirror;
  readonly simulated: PaymentStore<never>;
}

type AnyMethod = (...values: unknown[]) => Promise<unknown>;

/** The store of one process on a real Postgres. The simulated database gets what Postgres committed, and must answer the same. */
export class RealStore {
  readonly #connection: RealConnection;
  readonly #world: World;
  readonly #mirror: Mirror;
  readonly #simulated: PaymentStore<never>;

  constructor(connection: RealConnection, { world, mirror, simulated }: RealStoreParts) {
    this.#connection = connection;
    this.#world = world;
    this.#mirror = mirror;
    this.#simulated = simulated;
  }

  /** Runs a method, one statement after the other. */
  async call(name: Method, values: readonly unknown[]): Promise<unknown> {
    if (name === "countAttempts") return 0;
    const answer = await (this.#connection.store[name] as AnyMethod)(...values);
    await this.#committed(name, values, answer);
    return answer;
  }

  transaction(work: (client: PoolClient) => Promise<unknown>): Promise<unknown> {
    return this.#connection.store.transaction(work);
  }

  async completeWithin({ client, writes }: Transaction, id: string, outcome: never): Promise<boolean> {
    const isDone = await this.#connection.store.completeJob(id, outcome, client);
    if (isDone) writes.push(() => this.#committed("completeJob", [id, outcome], true));
    return isDone;
  }

  end(): Promise<void> {
    return this.#connection.end();
  }

  async #committed(name: Method, values: readonly unknown[], answer: unknown): Promise<void> {
    this.#mirror.afterCall(name, values, answer);
    // A lease is not renewed while the row of its job is locked.
    if (!comparedMethods.has(name) || (name === "renewLease" && answer === false)) return;
    const ask = (method: Method, ...all: unknown[]) => (this.#simulated[method] as AnyMethod)(...all);
    const expected =
      name === "claimDueJobs"
        ? await Promise.all((answer as LeasedJob[]).map(({ job }) => ask("claimJob", job.id, values[0])))
        : await ask(name, ...values);
    this.#world.check(isDeepStrictEqual(answer, expected), agreement, () =>
      [name, answer, expected].map((each) => JSON.stringify(each)).join(" "),
    );
  }
}
