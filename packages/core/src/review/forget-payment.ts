import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import { hasResult } from "../payment/attempt-state.ts";
import type { JobKind } from "../payment/job.ts";
import { isOpenReviewItem } from "../payment/review-item.ts";
import { readPaymentKey } from "../ports/payment-key.ts";
import type { Payment, PaymentKey, PaymentRecordCounts } from "../ports/store.ts";

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

/** Other processes change a payment a few times within a moment at most. */
const maxTries = 10;

/** Deletes everything about a payment; the contract is at `Gateway.forget`. */
export async function forgetPayment<Tx>(
  engine: EngineContext<Tx>,
  request: ForgetPaymentRequest,
): Promise<ForgetResult> {
  const key = readPaymentKey(request);
  for (let tries = 0; tries < maxTries; tries++) {
    const payment = await loadWholePayment(engine, key);
    const records = await engine.store.countPaymentRecords(key);
    if (payment.version === 0 && payment.notifications.length === 0)
      return { outcome: "not-found", refusals: [], records };
    const refusals = forgetRefusals(payment);
    if (refusals.length > 0) return { outcome: "refused", refusals, records };
    if (request.dryRun === true) return { outcome: "dry-run", refusals, records };
    if ((await engine.store.deletePayment(payment)) === "deleted")
      return { outcome: "forgotten", refusals, records };
  }
  throw new PayIndexError(
    "store_unavailable",
    "Other processes changed this payment repeatedly. Nothing was deleted. Try again.",
  );
}

/** Loads every attempt with its jobs and review items. */
async function loadWholePayment<Tx>({ store }: EngineContext<Tx>, key: PaymentKey): Promise<Payment> {
  const { attemptCount } = await store.load(key);
  return store.load(key, { newest: Math.max(1, attemptCount), cycles: "all" });
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
