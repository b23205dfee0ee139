import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import { attemptUrls, hashToken } from "../links/url-tokens.ts";
import type { Merchant } from "../options/merchant-list.ts";
import type { Settings } from "../options/settings.ts";
import {
  type Attempt,
  attemptEventFields,
  directChargeSeconds,
  isDirectCardVariant,
  planRecordSchema,
} from "../payment/attempt.ts";
import { createJob, type Job } from "../payment/job.ts";
import { noPaymentChanges, type Payment } from "../ports/store.ts";
import { createAttemptId, createUrlToken } from "../protocol/random-ids.ts";
import type { CheckedSale } from "../protocol/sale/sale.ts";
import type { SaleFormAttempt } from "../protocol/sale/sale-form.ts";

/** A payment that is about to be sent, with the tokens that only this moment knows. */
export interface NewAttempt {
  readonly attempt: Attempt;
  readonly formAttempt: SaleFormAttempt;
  readonly notifyToken: string;
  readonly returnToken: string;
}

interface NewAttemptInput {
  readonly sale: CheckedSale;
  readonly merchant: Merchant;
  readonly fingerprint: string;
  /** The payment link at which the buyer starts it. */
  readonly link: Attempt["link"];
  readonly payment: Payment;
}

export function createAttempt(
  { platform, settings, telemetry }: EngineContext,
  { sale, merchant, fingerprint, link, payment }: NewAttemptInput,
): NewAttempt {
  // Not before the payment was loaded: an attempt that is older than its commit would bar others for less time.
  const now = platform.now();
  const random = (size: number) => platform.randomBytes(size);
  const [attemptId, notifyToken, returnToken] = [
    createAttemptId(random),
    createUrlToken(random),
    createUrlToken(random),
  ];
  const traceparent = telemetry?.traceparent();
  const { notifyUrl, returnUrl } = attemptUrls(settings.publicUrl, { attemptId, notifyToken, returnToken });
  const attempt: Attempt = {
    version: 1,
    attemptId,
    tenant: sale.tenant,
    reference: sale.reference,
    merchantTenant: merchant.tenant,
    number: payment.attemptCount + 1,
    ...(sale.part === undefined ? {} : { part: sale.part }),
    variant: sale.variant,
    merchantId: merchant.id,
    amount: sale.amount,
    ...("plan" in sale ? { plan: planRecordSchema().parse(sale.plan) } : {}),
    ...(link === undefined ? {} : { link }),
    fingerprint,
    notifyTokenHash: hashToken(notifyToken),
    returnTokenHash: hashToken(returnToken),
    createdAt: now.toISOString(),
    ...(traceparent === undefined ? {} : { traceparent }),
    facts: [],
    state: "created",
    isWinning: false,
    quarantine: [],
    ...(sale.snapshot === undefined ? {} : { snapshot: sale.snapshot }),
  };
  return { attempt, formAttempt: { attemptId, notifyUrl, returnUrl, now }, notifyToken, returnToken };
}

function jobsOfAttempt({ noResultAfter, operations }: Settings, attempt: Attempt, now: Date): Job[] {
  const after = (seconds: number) => ({ now, dueAt: new Date(now.getTime() + seconds * 1000) });
  const check = createJob(attempt, { kind: "check-result" }, after(noResultAfter));
  if (operations.query === undefined || !isDirectCardVariant(attempt.variant)) return [check];
  return [check, createJob(attempt, { kind: "query-unknown-charge" }, after(directChargeSeconds))];
}

/** Before the gateway is called: its notification may come before its answer. */
export async function commitAttempt(
  engine: EngineContext,
  { tenant, reference, version }: Payment,
  attempt: Attempt,
) {
  const now = new Date(attempt.createdAt);
  const jobs = jobsOfAttempt(engine.settings, attempt, now).map((job) => ({ job }));
  const change = { tenant, reference, version, ...noPaymentChanges, attempts: [attempt], jobs };
  const outcome = await engine.store.commit(change);
  if (outcome === "committed") {
    const { variant, number } = attempt;
    engine.emit({ event: "attempt-started", ...attemptEventFields(attempt), variant, attemptNumber: number });
  }
  return outcome;
}

const hour = 3_600_000;

/**
 * Refuses a new attempt while `attemptsPerHour` attempts of the reference are younger than an hour (ENG-LIMIT). The loaded payment reports in
 * `rankedAt` when the attempt started that must be an hour old, and the new attempt is committed on the version of this payment: attempts
 * that start at the same time do not pass together.
 *
 * @throws PayIndexError `too_many_attempts`
 */
export function checkAttemptLimit(
  { reference, rankedAt }: Pick<Payment, "reference" | "rankedAt">,
  { attemptsPerHour }: Pick<Settings, "attemptsPerHour">,
  now: Date,
): void {
  const retryAt = rankedAt === undefined ? 0 : Date.parse(rankedAt) + hour;
  if (retryAt <= now.getTime()) return;
  const minutes = Math.ceil((retryAt - now.getTime()) / 60_000);
  const message = `${reference} has reached the limit of ${attemptsPerHour} payment attempts in an hour. Nothing was sent. The buyer can try again in ${minutes} min.`;
  throw new PayIndexError("too_many_attempts", message, { retryAt: new Date(retryAt).toISOString() });
}
