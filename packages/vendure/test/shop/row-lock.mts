import { Client } from "pg";
import type { TestDatabase } from "../conformance/test-database.mts";

/**
 * Keeps rows of a shop on Postgres for a moment, so that others come to them one after the other. A second connection looks on: it
 * sees who waits.
 */
export class RowLock {
  /** Whoever wants to keep something else than an order's row does it by this one. */
  readonly stranger: Client;
  readonly #onlooker: Client;

  private constructor(stranger: Client, onlooker: Client) {
    this.stranger = stranger;
    this.#onlooker = onlooker;
  }

  static async open({ database }: TestDatabase): Promise<RowLock> {
    if (database.kind !== "postgres") throw new Error("rows can be kept on Postgres alone");
    const [stranger, onlooker] = [new Client(database.url), new Client(database.url)];
    await stranger.connect();
    await onlooker.connect();
    return new RowLock(stranger, onlooker);
  }

  /** Each comes to the order while its row is kept, one after the other. Then they are let go; resolves when all have ended. */
  async meetAt(code: string, acts: readonly (() => Promise<unknown>)[]): Promise<void> {
    await this.stranger.query("BEGIN");
    await this.stranger.query('SELECT id FROM "order" WHERE code = $1 FOR UPDATE', [code]);
    const begun: Promise<unknown>[] = [];
    let open = 0;
    for (const act of acts) {
      open += 1;
      const one = act().finally(() => {
        open -= 1;
      });
      begun.push(one);
      // What does not touch the order has ended by now.
      await Promise.race([this.waiting(() => open), one]);
    }
    await this.stranger.query("COMMIT");
    await Promise.all(begun);
  }

  /** Resolves when so many transactions wait for a lock in this database. */
  async waiting(count: () => number): Promise<void> {
    for (;;) {
      const { rows } = await this.#onlooker.query(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      if (rows[0].n >= count()) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async close(): Promise<void> {
    await this.stranger.end();
    await this.#onlooker.end();
  }
}
