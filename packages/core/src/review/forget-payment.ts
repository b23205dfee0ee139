import { z } from "zod";
import { applyFacts } from "../apply/apply-facts.ts";
import type { EngineContext } from "../engine-context.ts";
import { PayIndexError, readInput } from "../errors.ts";
import { runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import { lazily } from "../lazily.ts";
import { type AttemptState, hasResult } from "../payment/attempt-state.ts";
import type { JobKind } from "../payment/job.ts";
import type { Operator } from "../payment/operator.ts";
import { isOpenReviewItem } from "../payment/review-item.ts";
import { readPaymentKey } from "../ports/paid-payment.ts";
import type { Payment, PaymentKey, PaymentRecordCounts } from "../ports/store.ts";
import { requireAttempt } from "./operator-input.ts";
import { attemptsOfPeriod } from "./reconcile.ts";
import { retryReviewItem } from "./retry-item.ts";

/** The payment to forget. */
export interface ForgetPaymentRequest {
  readonly reference: string;
  /** Default: `default`. */
  readonly tenant?: string;
  /** Whether to report only what would be deleted. Default: false. */
  readonly dryRun?: boolean;
}

/**
 * Why a payment cannot be forgotten yet. The list is closed.
 *
 * - `open-attempt`: an attempt has no result, or is under review
 * - `open-review-item`: a person has to resolve a review item first
 * - `running-subscription`: the gateway still charges cycles
 * - `unfinished-job`: an order, a refund or a report to the shop is not complete
 * - `pending-notification`: a notification was received, and is not processed
 */
export type ForgetRefusalCode =
  | "open-attempt"
  | "open-review-item"
  | "running-subscription"
  | "unfinished-job"
  | "pending-notification";

/** Why a payment cannot be forgotten, and what to do first. */
export interface ForgetRefusal {
  readonly code: ForgetRefusalCode;
  readonly message: string;
}

/**
 * The result of `forget`. `not-found`: nothing is stored. `refused`: nothing was deleted, and `refusals` says why. `dry-run`: nothing was
 * deleted, and it could be.
 */
export interface ForgetResult {
  readonly outcome: "forgotten" | "dry-run" | "refused" | "not-found";
  readonly refusals: readonly ForgetRefusal[];
  /** The records that were deleted, or that would be. */
  readonly records: PaymentRecordCounts;
}

const oldPaymentsSchema = lazily(() =>
  z.strictObject({
    /** Payments about which nothing was recorded at this instant or later. It must be in the past. */
    before: z.date(),
    /** The tenants whose merchants take the money (ENG-SPAN). At most 20. Default: all. */
    tenants: z.array(z.string()).min(1).max(20).readonly().optional(),
    /** Whether to report only what would be deleted. Default: false. */
    dryRun: z.boolean().default(false),
  }),
);

/**
 * Selects payments by their age.
 *
 * @interface
 */
export type ForgetOldPaymentsRequest = z.input<ReturnType<typeof oldPaymentsSchema>>;

/** A payment that is older than an instant, and what `forgetOldPayments` did with it. */
export interface ForgottenOldPayment extends ForgetResult {
  readonly tenant: string;
  readonly reference: string;
}

/** Other processes change a payment a few times within a moment at most. */
const maxTries = 10;

/** Deletes everything about a payment; the contract is at `Gateway.forget`. */
export function forgetPayment(engine: EngineContext, request: ForgetPaymentRequest): Promise<ForgetResult> {
  return forgetPaymentIf(engine, request, () => true);
}

/** Reports a payment that is not `isMeant` as not found. */
async function forgetPaymentIf(
  engine: EngineContext,
  request: ForgetPaymentRequest,
  isMeant: (payment: Payment) => boolean,
): Promise<ForgetResult> {
  const key = readPaymentKey(request);
  for (let tries = 0; tries < maxTries; tries++) {
    const payment = await loadWholePayment(engine, key);
    const records = await engine.store.countPaymentRecords(key);
    const isStored = payment.version > 0 || payment.notifications.length > 0;
    if (!isStored || !isMeant(payment)) return { outcome: "not-found", refusals: [], records };
    const refusals = forgetRefusals(payment);
    if (refusals.length > 0) return { outcome: "refused", refusals, records };
    if (request.dryRun === true) return { outcome: "dry-run", refusals, records };
    if ((await engine.store.deletePayment(payment)) === "deleted")
      return { outcome: "forgotten", refusals, records };
  }
  const message = "Other processes changed this payment repeatedly. Nothing was deleted. Try again.";
  throw new PayIndexError("store_unavailable", message);
}

/** Forgets one payment after another, each in a transaction of its own; the contract is at `Gateway.forgetOldPayments`. */
export async function* forgetOldPayments(
  engine: EngineContext,
  request: ForgetOldPaymentsRequest,
): AsyncGenerator<ForgottenOldPayment, void, undefined> {
  const invalid = { code: "query_invalid", message: "These payments cannot be selected." } as const;
  const { before, tenants, dryRun } = readInput(oldPaymentsSchema(), request, invalid);
  if (before > engine.platform.now())
    throw new PayIndexError(invalid.code, invalid.message, {
      problems: [{ path: "before", message: "must be in the past" }],
    });
  const period = { from: new Date(0), to: before, tenants };
  const isOld = ({ attempts, cycles, links }: Payment) =>
    [
      ...attempts.map(({ createdAt }) => createdAt),
      ...[...attempts, ...cycles].flatMap(({ facts }) => facts.map(({ at }) => at)),
      ...links.map(({ endsAt }) => endsAt),
    ].every((at) => new Date(at) < before);
  // A payment that is left as it is comes once for each of its attempts.
  const left = new Set<string>();
  for await (const { tenant, reference } of attemptsOfPeriod(engine, period)) {
    const text = JSON.stringify([tenant, reference]);
    if (left.has(text)) continue;
    const result = await forgetPaymentIf(engine, { tenant, reference, dryRun }, isOld);
    if (result.outcome === "not-found") continue;
    if (result.outcome !== "forgotten" && result.records.attempts > 1) left.add(text);
    yield { tenant, reference, ...result };
  }
}

/** Loads every attempt with its jobs and review items, and every link. */
async function loadWholePayment({ store }: EngineContext, key: PaymentKey): Promise<Payment> {
  const { attemptCount } = await store.load(key);
  return store.load(key, { newest: Math.max(1, attemptCount), cycles: "all", links: true });
}

/** Checks of an attempt without a result. They are due later, also if the result is known by then, and do nothing in that case. */
const resultChecks: ReadonlySet<JobKind> = new Set([
  "check-result",
  "query-after-return",
  "query-after-repeat",
  "query-unknown-charge",
]);

function forgetRefusals({ attempts, jobs, reviewItems, notifications }: Payment): ForgetRefusal[] {
  const unfinished = jobs.filter(({ status, kind }) => status !== "completed" && !resultChecks.has(kind));
  const subscriptions = unfinished.filter(({ kind }) => kind === "check-cycle");
  const waiting = attempts.filter(({ state }) => !hasResult(state) || state === "review");
  const items = reviewItems.filter(isOpenReviewItem);
  const found: readonly (readonly [count: number, code: ForgetRefusalCode, message: string])[] = [
    [
      waiting.length,
      "open-attempt",
      "An attempt has no result, or is under review. Wait for its result, or resolve it, then forget the payment.",
    ],
    [items.length, "open-review-item", "Resolve the open review items of this payment first."],
    [
      subscriptions.length,
      "running-subscription",
      "The gateway still charges this subscription. Cancel it, and wait until it is closed.",
    ],
    [
      unfinished.length - subscriptions.length,
      "unfinished-job",
      "An order, a refund or a report to the shop is not complete. Wait for the next sweeps, then try again.",
    ],
    [
      notifications.length,
      "pending-notification",
      "A notification was received and is not processed. Wait for the next sweep, then try again.",
    ],
  ];
  return found.filter(([count]) => count > 0).map(([, code, message]) => ({ code, message }));
}

/** The functions of `Gateway` for operators who work on what is stored about a payment. */
export interface StoredPaymentMethods {
  /**
   * Processes the stored notifications of an attempt again: pending ones, and quarantined ones, such as after a change of keys or
   * `signRules`. A notification that still does not verify stays in quarantine.
   *
   * @throws PayIndexError `attempt_unknown`, `resolution_invalid` (no valid operator), `store_unavailable`, `merchants_unavailable`
   */
  replay(request: ReplayRequest): Promise<ReplayResult>;
  /**
   * Deletes everything that is stored about a payment, in one transaction. Refuses a payment on which something can still happen. A later
   * notification about it gets the reply `unknown`.
   *
   * @throws PayIndexError `sale_invalid`, `store_unavailable`
   */
  forget(request: ForgetPaymentRequest): Promise<ForgetResult>;
  /**
   * Forgets the payments about which nothing was recorded since an instant, the newest first, and returns each that is as old. Each is
   * forgotten in a transaction of its own. You can stop between two of them, and begin again.
   *
   * @throws PayIndexError `query_invalid`, `store_unavailable`
   */
  forgetOldPayments(request: ForgetOldPaymentsRequest): AsyncGenerator<ForgottenOldPayment, void, undefined>;
}

/** The attempt whose stored notifications are processed again, and who asks for it. */
export interface ReplayRequest {
  readonly attemptId: string;
  readonly operator: Operator;
}

/** What `replay` did. */
export interface ReplayResult {
  /** The number of pending notifications that were processed. */
  readonly processed: number;
  /** The number of quarantined notifications that verify now, and were processed. */
  readonly verified: number;
  /** The number of notifications that still do not verify. */
  readonly quarantined: number;
  /** The state of the attempt before and after. */
  readonly before: AttemptState;
  readonly state: AttemptState;
}

/** Processes the stored notifications of an attempt again; the contract is at `Gateway.replay`. */
export async function replayNotifications(
  engine: EngineContext,
  request: ReplayRequest,
): Promise<ReplayResult> {
  const { attemptId, operator } = Object(request) as ReplayRequest;
  const attempt = await requireAttempt(engine, attemptId);
  const { notifications, reviewItems } = await engine.store.load(attempt, { attemptIds: [attemptId] });
  const pending = notifications.filter((each) => each.attemptId === attemptId).length;
  await runLeasedJobs(engine, await applyFacts(engine, attempt));
  for (const item of reviewItems)
    if (item.kind === "not-verified" && item.attemptId === attemptId && isOpenReviewItem(item))
      await retryReviewItem(engine, item.id, { operator });
  const after = await requireAttempt(engine, attemptId);
  const { length: quarantined } = after.quarantine;
  const verified = attempt.quarantine.length - quarantined;
  return { processed: pending, verified, quarantined, before: attempt.state, state: after.state };
}
