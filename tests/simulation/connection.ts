import type { PaymentStore } from "@pay-index/core/store";
import type { postgres } from "@pay-index/postgres";
import type { PoolClient } from "pg";
import type { Owner } from "./scheduler.ts";

/** An open transaction of the host. Its writes become visible together at COMMIT. */
export interface Transaction {
  readonly owner: Owner;
  readonly locks: Set<string>;
  readonly writes: (() => unknown)[];
  isOpen: boolean;
  /** The connection to a real Postgres. */
  client?: PoolClient;
}

/** A store as one process sees it, with the transactions of its host. */
export interface Connection extends PaymentStore<Transaction> {
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Waits for the lock on a row of the host, inside the transaction. */
  lock(tx: Transaction, row: string): Promise<void>;
  /** Reads or writes a row of the host without a transaction of its own. */
  ask<Result>(name: string, run: () => Result): Promise<Result>;
}

/** The store of one process on a real Postgres, and its connections. */
export interface RealConnection {
  readonly store: ReturnType<typeof postgres>;
  /** Ends all connections of the process, as the server does when it notices that the process died. */
  end(): Promise<void>;
}

export type Method = keyof PaymentStore & string;
