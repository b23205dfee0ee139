import type { Engine } from "../engine.ts";
import { attemptUrls, hashToken } from "../links/url-tokens.ts";
import type { Merchant } from "../options/merchant-list.ts";
import { type Attempt, attemptFields, merchantTenantOf } from "../payment/attempt.ts";
import { createJob } from "../payment/job.ts";
import type { Payment } from "../ports/store.ts";
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
  readonly payment: Payment;
  readonly now: Date;
}

export function createAttempt<Tx>(
  { platform, settings }: Engine<Tx>,
  { sale, merchant, fingerprint, payment, now }: NewAttemptInput,
): NewAttempt {
  const random = (size: number) => platform.randomBytes(size);
  const [attemptId, notifyToken, returnToken] = [
    createAttemptId(random),
    createUrlToken(random),
    createUrlToken(random),
  ];
  const { notifyUrl, returnUrl } = attemptUrls(settings.publicUrl, { attemptId, notifyToken, returnToken });
  const attempt: Attempt = {
    version: 1,
    attemptId,
    tenant: sale.tenant,
    reference: sale.reference,
    ...(merchantTenantOf(sale) === sale.tenant ? {} : { merchantTenant: merchantTenantOf(sale) }),
    number: payment.attemptCount + 1,
    variant: sale.variant,
    merchantId: merchant.id,
    amount: sale.amount,
    ...("plan" in sale ? { plan: toPlanRecord(sale.plan) } : {}),
    fingerprint,
    notifyTokenHash: hashToken(notifyToken),
    returnTokenHash: hashToken(returnToken),
    createdAt: now.toISOString(),
    facts: [],
    state: "created",
    isWinning: false,
    quarantine: [],
    ...(sale.snapshot === undefined ? {} : { snapshot: sale.snapshot }),
  };
  return { attempt, formAttempt: { attemptId, notifyUrl, returnUrl, now }, notifyToken, returnToken };
}

function toPlanRecord({
  id,
  type,
  attempts,
  intervalTime,
  totalCount,
  firstPeriodAmount,
}: Extract<CheckedSale, { variant: "subscription" }>["plan"]) {
  return {
    id,
    type,
    attempts,
    intervalTime,
    totalCount,
    ...(firstPeriodAmount === undefined ? {} : { firstPeriodAmount }),
  };
}

/** Before the gateway is called: its notification may come before its answer. */
export async function commitAttempt<Tx>(
  engine: Engine<Tx>,
  { tenant, reference, version }: Payment,
  attempt: Attempt,
) {
  const now = new Date(attempt.createdAt);
  const dueAt = new Date(now.getTime() + engine.settings.noResultAfter * 1000);
  const change = {
    tenant,
    reference,
    version,
    attempts: [attempt],
    cycles: [],
    transactions: [],
    processed: [],
    jobs: [{ job: createJob(attempt, { kind: "check-result" }, { now, dueAt }) }],
    reviewItems: [],
    completedJobs: [],
    updatedItems: [],
    resolvedItems: [],
  };
  const outcome = await engine.store.commit(change);
  if (outcome === "committed") {
    const { variant, number } = attempt;
    engine.emit({ event: "attempt-started", ...attemptFields(attempt), variant, attemptNumber: number });
  }
  return outcome;
}
