import type { PaymentStore } from "./store.ts";

/** A payment store whose database the shop can use too: `sqlite(path)`, `postgres(pool)`, or your own that passes the store contract. */
export interface TransactionalStore<Tx> extends PaymentStore<Tx> {
  /** The kind of the database, for the event `ready`. */
  readonly database?: string;
  /** Checks that the database can be used. Called before every other method, so that a shop with an unusable database does not start. */
  open?(): Promise<void>;
  /**
   * Runs `work` in one transaction. The transaction is committed and durable when the promise resolves. If `work` throws, it is
   * rolled back, and the promise rejects with the same error. Methods that are called without `tx` are not part of it.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /**
   * Waits for the requested transactions, and releases the database. From the call on, every method rejects with `closed` and
   * changes nothing.
   */
  close(): Promise<void>;
}
