import type {
  LeasedJob,
  Payment,
  PaymentChange,
  PaymentKey,
  PaymentRead,
  PaymentStore,
} from "@pay-index/core/store";
import { instantAt, sampleReference, sampleTenant } from "./samples.ts";

/** A fresh, empty store and what the contract may do with it. */
export interface StoreUnderTest<Tx = never> {
  readonly store: PaymentStore<Tx>;
  /** A second connection to the same data, as another process would have. `close` of the first closes it too. */
  reopen?(): Promise<PaymentStore<Tx>>;
  /** A transaction of the host: rolled back when `work` throws. Stores whose methods take no `tx` have none. */
  transaction?<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Why what a transaction of the host has not committed can be read outside of it, where it can. */
  readonly dirtyReads?: string;
  close(): Promise<void>;
}

/** By title: what every store must do. */
export type StoreRuleSet<Under> = Readonly<Record<string, (under: Under) => Promise<void>>>;

/** Rules for a store alone, which hold without a transaction and without a second connection. */
export type SingleStoreRuleSet = StoreRuleSet<{ readonly store: PaymentStore<never> }>;

export const samplePaymentKey = { tenant: sampleTenant, reference: sampleReference };

/** A change that changes nothing but what it is told. */
export function paymentChange(version: number, parts: Partial<PaymentChange> = {}): PaymentChange {
  const nothing = { payments: [], cycles: [], transactions: [], settled: [], work: [], ended: [] };
  return { ...samplePaymentKey, version, ...nothing, ...parts };
}

/** Commits on whatever version the book has. For steps before the one that is looked at. */
export async function commitOnCurrentVersion(
  store: PaymentStore<never>,
  parts: Partial<PaymentChange>,
): Promise<void> {
  const { version } = await store.book({ ...samplePaymentKey, ...parts });
  const outcome = await store.commit(paymentChange(version, parts));
  if (outcome !== "committed") throw new Error("Somebody else is using this store.");
}

/** A book with every attempt that a rule commits, and the work of `N1`, which many rules commit without an attempt. */
export function loadWholePayment(
  store: PaymentStore<never>,
  read: Pick<PaymentRead, "cycles" | "transactions"> = {},
  key: PaymentKey = samplePaymentKey,
): Promise<Payment> {
  return store.book(key, { newest: 1000, attemptIds: ["N1"], ...read });
}

/** Claims what is due `seconds` after the start. */
export function claimJobsDueAt(
  store: PaymentStore<never>,
  seconds: number,
  { id, limit = 100, until = seconds + 300, token = `lease of ${seconds}` }: ClaimOptions = {},
) {
  const lease = { token, until: instantAt(until) };
  return store.claim({ now: instantAt(seconds), lease, limit, ...(id === undefined ? {} : { id }) });
}

/** For a rule that goes on with the only work that is free. */
export async function claimOnlyJob(...due: Parameters<typeof claimJobsDueAt>): Promise<LeasedJob> {
  const [leased, ...more] = await claimJobsDueAt(...due);
  if (leased === undefined || more.length > 0) throw new Error("Not exactly one was claimed.");
  return leased;
}

interface ClaimOptions {
  readonly id?: string;
  readonly limit?: number;
  readonly until?: number;
  readonly token?: string;
}

export function idsOf(of: readonly { readonly id: string }[]): string[] {
  return of.map(({ id }) => id);
}

export function jobIdsOf(of: readonly { readonly work: { readonly id: string } }[]): string[] {
  return of.map(({ work }) => work.id);
}

export function attemptIdsOf({ attempts }: Pick<Payment, "attempts">): string[] {
  return attempts.map(({ attemptId }) => attemptId);
}

/** Runs it `times` times, all started before the first is awaited. */
export function runTogether<Result>(
  times: number,
  start: (index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => start(index)));
}
