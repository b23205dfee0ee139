import { sendAlerts } from "../alerts/send-alerts.ts";
import { createJobClaimRequest } from "../apply/row-changes.ts";
import type { EngineContext } from "../engine-context.ts";
import { toEventError } from "../events/event-error.ts";
import type { JobClaimRequest, PaymentKey } from "../ports/store.ts";
import { applyNotificationsThatVerifyNow } from "../verification/reverify-quarantine.ts";
import { processPendingNotificationsOfPayment, runLeasedJobs } from "./run-leased-jobs.ts";

/** Seconds for which the sweep leaves a notification to the request that brought it. */
const notificationGrace = 10;
const batchSize = 50;
/** Rows that one transaction deletes or counts: on SQLite every write waits for it, elsewhere the commits of counted payments. */
const rowsAtOnce = 100;
/** Transactions in which one round deletes notifications, and counts attempts. */
const deletionLimit = 10;
const countingLimit = 20;
/**
 * The number of payments that can fail in one sweep: unreadable ones must not delay the others, and a failing store
 * must not get too many calls.
 */
const maxFailures = 1000;

/** What one sweep processed. */
export interface SweepResult {
  /** The number of payments whose pending notifications were processed. */
  readonly payments: number;
  /** The number of jobs that were run. */
  readonly jobs: number;
  /** The number of old notifications that were deleted. */
  readonly deleted: number;
}

/**
 * Processes everything overdue, in one bounded round: pending notifications, due jobs, retention, counts, alerts. Any number of processes can call it at
 * any time.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function sweep<Tx>(engine: EngineContext<Tx>): Promise<SweepResult> {
  const alerts = reportFailure(engine, () => sendAlerts(engine));
  try {
    const swept = await sweepWithoutQueries(engine);
    return { ...swept, jobs: swept.jobs + (await runDueQueries(engine, batchSize)) };
  } finally {
    await alerts;
  }
}

async function sweepWithoutQueries<Tx>(engine: EngineContext<Tx>): Promise<SweepResult> {
  engine.refusals.flush();
  const now = engine.platform.now();
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  await runLeasedJobs(engine, await applyNotificationsThatVerifyNow(engine));
  const payments = await applyPendingNotifications(engine, before(notificationGrace));
  const jobs = await runDueJobs(engine, batchSize);
  const { store, settings } = engine;
  const old = before(settings.retention);
  const deleted = await inBatches(deletionLimit, (rows) => store.deleteProcessedNotifications(old, rows));
  await store.deleteEndedWindows(now);
  await inBatches(countingLimit, (rows) => store.countAttempts(rows));
  await engine.activities.record("sweep");
  return { payments, jobs, deleted };
}

/** Runs at most so many transactions, until one has no more rows. Returns the number of rows. */
async function inBatches(limit: number, work: (rows: number) => Promise<number>): Promise<number> {
  let sum = 0;
  for (let times = 0; times < limit; times++) {
    const rows = await work(rowsAtOnce);
    sum += rows;
    if (rows < rowsAtOnce) break;
  }
  return sum;
}

/** Oldest first. Payments that fail are skipped: they are still pending when the next ones are listed. */
async function applyPendingNotifications<Tx>(engine: EngineContext<Tx>, before: Date): Promise<number> {
  const failed = new Set<string>();
  let applied = 0;
  while (applied < batchSize && failed.size < maxFailures) {
    const listed = await engine.store.listPendingPayments(before, batchSize + failed.size);
    const next = listed.filter((key) => !failed.has(keyText(key)));
    if (next.length === 0) break;
    for (const key of next) {
      if (await processPendingNotificationsOfPayment(engine, key)) applied++;
      else failed.add(keyText(key));
    }
  }
  return applied;
}

function keyText({ tenant, reference }: PaymentKey): string {
  return JSON.stringify([tenant, reference]);
}

/** Claims each job immediately before it runs, so that the leases of waiting jobs do not end during a slow one. */
async function runDueJobs<Tx>(engine: EngineContext<Tx>, limit: number): Promise<number> {
  let run = 0;
  while (run < limit) {
    const leased = await claimNext(engine, { asksGateway: false });
    if (leased === undefined) break;
    await runLeasedJobs(engine, [leased]);
    run++;
  }
  return run;
}

/** Milliseconds in which one round starts queries. */
const queryRoundTime = 8000;

/**
 * Runs due jobs that ask the gateway, as many at a time as the option permits. Starts none while the gateway is left alone: the jobs stay
 * due.
 */
async function runDueQueries<Tx>(engine: EngineContext<Tx>, limit: number): Promise<number> {
  const { queries, platform, settings } = engine;
  const { concurrency } = settings.operations.query ?? { concurrency: 1 };
  const end = platform.now().getTime() + queryRoundTime;
  const running = new Set<Promise<void>>();
  let run = 0;
  try {
    while (run < limit && queries.restLeft === 0 && platform.now().getTime() < end) {
      if (running.size >= concurrency) await Promise.race(running);
      const leased = await claimNext(engine, { asksGateway: true });
      if (leased === undefined) break;
      const job: Promise<void> = runLeasedJobs(engine, [leased]).then(() => void running.delete(job));
      running.add(job);
      run++;
    }
  } finally {
    await Promise.all(running);
  }
  return run;
}

async function claimNext<Tx>(engine: EngineContext<Tx>, group: Pick<JobClaimRequest, "asksGateway">) {
  const [leased] = await engine.store.claimDueJobs({ ...createJobClaimRequest(engine), ...group }, 1);
  return leased;
}

/**
 * Runs `sweep` for a timer: an error becomes an event. Queries and alerts go on in the background, so that the next tick, and with it the
 * retry of an order, does not wait for a slow gateway or e-mail service. A tick starts no second round of queries.
 */
export async function tick<Tx>(engine: EngineContext<Tx>): Promise<void> {
  engine.runInBackground(reportFailure(engine, () => sendAlerts(engine)));
  await reportFailure(engine, () => sweepWithoutQueries(engine));
  const { queries } = engine;
  if (queries.hasRound) return;
  queries.hasRound = true;
  const round = reportFailure(engine, () => runDueQueries(engine, batchSize));
  engine.runInBackground(
    round.finally(() => {
      queries.hasRound = false;
    }),
  );
}

async function reportFailure<Tx>(engine: EngineContext<Tx>, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    engine.emit({ event: "tick-failed", error: toEventError(error) });
  }
}
