import type { PaymentStore } from "./store.ts";

/** A store whose database the shop may use too: `sqlite(path)`, `postgres(pool)`, or one of your own that passes the store contract. */
export interface TransactionalStore<Tx> extends PaymentStore<Tx> {
  /** The kind of its database, for the log at start. */
  readonly database?: string;
  /** Makes sure that the database can be used; called before anything else, so that a shop that cannot sell does not start. */
  open?(): Promise<void>;
  /**
   * Runs `work` in one transaction: committed and durable when this resolves; rolled back when `work` throws, which rejects
   * with what it threw. Methods of the store that are called without `tx` meanwhile do not become part of it.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /**
   * Waits for the transactions that were asked for, and lets go of the database. From the call on every method rejects with
   * `closed`, and then nothing of it has happened.
   */
  close(): Promise<void>;
}
