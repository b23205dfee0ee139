import type {
  Job,
  JobClaimRequest,
  LeasedJob,
  NewJob,
  Payment,
  PaymentChange,
  PaymentKey,
  PaymentReadOptions,
  PaymentStore,
} from "@pay-index/core/store";
import { noPaymentChanges } from "@pay-index/core/store";
import { instantAt, samplePaymentKey } from "./samples.ts";

/** A new, empty store, and the operations that the contract can use on it. */
export interface StoreUnderTest<Tx = never> {
  readonly store: PaymentStore<Tx>;
  /** Opens a second connection to the same data, as another process would. `close` of the first closes it too. */
  reopen?(): Promise<PaymentStore<Tx>>;
  /** Runs a transaction of the host, which is rolled back if `work` throws. Missing if the store's methods take no `tx`. */
  transaction?<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** The reason why uncommitted changes of a host's transaction can be read outside of it, if they can. */
  readonly dirtyReads?: string;
  close(): Promise<void>;
}

/** The rules of a store, by title. */
export type StoreRuleSet<Under> = Readonly<Record<string, (under: Under) => Promise<void>>>;

/** Rules for a store alone, which need neither a transaction nor a second connection. */
export type SingleStoreRuleSet = StoreRuleSet<PaymentStore<never>>;

/** The parts of a change. A job without a lease can stand for itself. */
type ChangeParts = Partial<Omit<PaymentChange, "jobs">> & { readonly jobs?: readonly (Job | NewJob)[] };

/** Returns a change with these parts only. */
export function paymentChange(version: number, { jobs = [], ...parts }: ChangeParts = {}): PaymentChange {
  const newJobs = jobs.map((job) => ("id" in job ? { job } : job));
  return { ...samplePaymentKey, version, ...noPaymentChanges, ...parts, jobs: newJobs };
}

/** Commits on the current version of the payment. For steps before the one that a rule checks. */
export async function commit(store: PaymentStore<never>, parts: ChangeParts): Promise<void> {
  const { version } = await store.load({ ...samplePaymentKey, ...parts });
  const outcome = await store.commit(paymentChange(version, parts));
  if (outcome !== "committed") throw new Error("Another process uses this store.");
}

/** Loads a payment with every attempt that a rule commits, and the jobs of `N1`, which many rules commit without an attempt. */
export function loadWholePayment(
  store: PaymentStore<never>,
  read: Pick<PaymentReadOptions, "cycles" | "transactions" | "links"> = {},
  key: PaymentKey = samplePaymentKey,
): Promise<Payment> {
  return store.load(key, { newest: 1000, attemptIds: ["N1"], ...read });
}

interface LeaseOptions {
  readonly until?: number;
  readonly token?: string;
}

/** Returns a claim for a job, `seconds` after the start. */
export function createClaimAt(
  seconds: number,
  { until = seconds + 300, token = `lease of ${seconds}` }: LeaseOptions = {},
) {
  return { now: instantAt(seconds), lease: { token, until: instantAt(until) } };
}

/** A claim at the start, with a lease of one day. */
export const sampleClaim = createClaimAt(0, { until: 86_400, token: "lease" });

/** Claims the jobs that are due `seconds` after the start. */
export function claimDueJobsAt(
  store: PaymentStore<never>,
  seconds: number,
  {
    limit = 100,
    asksGateway,
    ...lease
  }: LeaseOptions & Pick<JobClaimRequest, "asksGateway"> & { readonly limit?: number } = {},
): Promise<readonly LeasedJob[]> {
  const group = asksGateway === undefined ? {} : { asksGateway };
  return store.claimDueJobs({ ...createClaimAt(seconds, lease), ...group }, limit);
}

/** Claims one job `seconds` after the start. */
export function claimJobAt(
  store: PaymentStore<never>,
  jobId: string,
  seconds: number,
): Promise<LeasedJob | undefined> {
  return store.claimJob(jobId, createClaimAt(seconds));
}

/** Claims a job that can be claimed `seconds` after the start. */
export async function claimFreeJob(...wanted: Parameters<typeof claimJobAt>): Promise<LeasedJob> {
  const leased = await claimJobAt(...wanted);
  if (leased === undefined) throw new Error("The job was not claimed.");
  return leased;
}

/** Claims the only due job. */
export async function claimOnlyJob(...due: Parameters<typeof claimDueJobsAt>): Promise<LeasedJob> {
  const [leased, ...more] = await claimDueJobsAt(...due);
  if (leased === undefined || more.length > 0) throw new Error("Not exactly one job was claimed.");
  return leased;
}

export function idsOf(of: readonly { readonly id: string }[]): string[] {
  return of.map(({ id }) => id);
}

export function jobIdsOf(leased: readonly LeasedJob[]): string[] {
  return leased.map(({ job }) => job.id);
}

export function attemptIdsOf({ attempts }: Pick<Payment, "attempts">): string[] {
  return attempts.map(({ attemptId }) => attemptId);
}

/** Calls `start` `times` times before it awaits the first result. */
export function runTogether<Result>(
  times: number,
  start: (index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => start(index)));
}
