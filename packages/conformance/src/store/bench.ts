import type { Book, BookKey, BookRead, Change, Leased, LedgerStore } from "@pay-index/core";
import { at, reference, tenant } from "./samples.ts";

/** A fresh, empty store and what the contract may do with it. */
export interface StoreUnderTest<Tx = never> {
  readonly store: LedgerStore<Tx>;
  /** A second connection to the same data, as another process would have. `close` of the first closes it too. */
  reopen?(): Promise<LedgerStore<Tx>>;
  /** A transaction of the host: rolled back when `work` throws. Stores whose methods take no `tx` have none. */
  transaction?<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Why what a transaction of the host has not committed can be read outside of it, where it can. */
  readonly dirtyReads?: string;
  close(): Promise<void>;
}

/** By title: what every store must do. */
export type Rules<Under> = Readonly<Record<string, (under: Under) => Promise<void>>>;

/** Rules for a store alone, which hold without a transaction and without a second connection. */
export type StoreRules = Rules<{ readonly store: LedgerStore<never> }>;

export const theBook = { tenant, reference };

/** A change that changes nothing but what it is told. */
export function change(version: number, parts: Partial<Change> = {}): Change {
  const nothing = { payments: [], cycles: [], transactions: [], settled: [], work: [], ended: [] };
  return { ...theBook, version, ...nothing, ...parts };
}

/** Commits on whatever version the book has. For steps before the one that is looked at. */
export async function put(store: LedgerStore<never>, parts: Partial<Change>): Promise<void> {
  const { version } = await store.book({ ...theBook, ...parts });
  const outcome = await store.commit(change(version, parts));
  if (outcome !== "committed") throw new Error("Somebody else is using this store.");
}

/** A book with every attempt that a rule commits, and the work of `N1`, which many rules commit without an attempt. */
export function wholeBook(
  store: LedgerStore<never>,
  read: Pick<BookRead, "cycles" | "transactions"> = {},
  key: BookKey = theBook,
): Promise<Book> {
  return store.book(key, { newest: 1000, orderNumbers: ["N1"], ...read });
}

/** Claims what is due `seconds` after the start. */
export function claim(
  store: LedgerStore<never>,
  seconds: number,
  { id, limit = 100, until = seconds + 300, token = `lease of ${seconds}` }: ClaimOptions = {},
) {
  const lease = { token, until: at(until) };
  return store.claim({ now: at(seconds), lease, limit, ...(id === undefined ? {} : { id }) });
}

/** For a rule that goes on with the only work that is free. */
export async function claimOne(...due: Parameters<typeof claim>): Promise<Leased> {
  const [leased, ...more] = await claim(...due);
  if (leased === undefined || more.length > 0) throw new Error("Not exactly one was claimed.");
  return leased;
}

interface ClaimOptions {
  readonly id?: string;
  readonly limit?: number;
  readonly until?: number;
  readonly token?: string;
}

export function ids(of: readonly { readonly id: string }[]): string[] {
  return of.map(({ id }) => id);
}

export function workIds(of: readonly { readonly work: { readonly id: string } }[]): string[] {
  return of.map(({ work }) => work.id);
}

export function orderNumbers({ payments }: Pick<Book, "payments">): string[] {
  return payments.map(({ orderNumber }) => orderNumber);
}

/** Runs it `times` times, all started before the first is awaited. */
export function together<Result>(
  times: number,
  start: (index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => start(index)));
}
