import type { TransactionalStore } from "@pay-index/server/shop";
import type { Query } from "./shop-tables.ts";

/** What a shop's process needs to open its database. Travels as JSON. */
export type DatabaseAddress =
  | { readonly kind: "sqlite"; readonly file: string }
  | { readonly kind: "postgres"; readonly url: string };

/** The payments' store with the shop's own tables beside it, in the shop's process. */
export interface ShopDatabase<Tx> {
  readonly store: TransactionalStore<Tx>;
  /** Statements in a transaction of the store. */
  within(tx: Tx): Query;
  /** Reads, outside any transaction. */
  readonly read: Query;
  /** By name, every table there is. */
  tableNames(): Promise<string[]>;
  close(): Promise<void>;
}

/** The same database seen from the driver. */
export interface TestDatabase {
  readonly address: DatabaseAddress;
  /** Keeps the shop from writing while this runs. */
  away<Result>(during: () => Promise<Result>): Promise<Result>;
  /** What lies on the disk, where the driver can see it. */
  files(): Promise<string>;
  remove(): Promise<void>;
}
