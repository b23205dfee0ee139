import type { Engine } from "../engine.ts";
import { attemptUrls, hashToken } from "../links/url-tokens.ts";
import type { Merchant } from "../options.ts";
import { type Attempt, attemptIds, merchantTenantOf } from "../payment/attempt.ts";
import { createJob, jobId } from "../payment/job.ts";
import type { Payment } from "../ports/store.ts";
import { createAttemptId, createUrlToken } from "../protocol/random-ids.ts";
import type { CheckedSale } from "../protocol/sale/sale.ts";
import type { SaleFormAttempt } from "../protocol/sale/sale-form.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";

/** A payment that is about to be sent, with the tokens that only this moment knows. */
export interface NewAttempt {
  readonly payment: Attempt;
  readonly attempt: SaleFormAttempt;
  readonly notifyToken: string;
  readonly returnToken: string;
}

interface NewAttemptInput {
  readonly sale: CheckedSale;
  readonly merchant: Merchant;
  readonly fingerprint: string;
  readonly book: Payment;
  readonly now: Date;
}

export function createAttempt<Tx>(
  { platform, settings }: Engine<Tx>,
  { sale, merchant, fingerprint, book, now }: NewAttemptInput,
): NewAttempt {
  const random = (size: number) => platform.randomBytes(size);
  const [orderNumber, notifyToken, returnToken] = [
    createAttemptId(random),
    createUrlToken(random),
    createUrlToken(random),
  ];
  const { notifyUrl, returnUrl } = attemptUrls(settings.publicUrl, { orderNumber, notifyToken, returnToken });
  const payment: Attempt = {
    version: 1,
    orderNumber,
    tenant: sale.tenant,
    reference: sale.reference,
    ...(merchantTenantOf(sale) === sale.tenant ? {} : { merchantTenant: merchantTenantOf(sale) }),
    attempt: book.attemptCount + 1,
    variant: sale.variant,
    merchantId: merchant.id,
    money: sale.money,
    ...("plan" in sale ? { plan: toPlanRecord(sale.plan) } : {}),
    fingerprint,
    notifyTokenHash: hashToken(notifyToken),
    returnTokenHash: hashToken(returnToken),
    createdAt: now.toISOString(),
    facts: [],
    state: "created",
    takesReference: false,
    quarantine: [],
    ...(sale.host === undefined ? {} : { host: sale.host }),
  };
  return { payment, attempt: { orderNumber, notifyUrl, returnUrl, now }, notifyToken, returnToken };
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
  ledger: Engine<Tx>,
  { tenant, reference, version }: Payment,
  payment: Attempt,
) {
  const now = new Date(payment.createdAt);
  const dueAt = new Date(now.getTime() + ledger.settings.noResultAfter * 1000);
  const watch = createJob(payment, {
    id: jobId(payment.orderNumber, { kind: "check-result" }),
    kind: "check-result",
    status: "due",
    now,
    dueAt,
  });
  const nothing = { cycles: [], transactions: [], settled: [], ended: [] };
  const change = { tenant, reference, version, payments: [payment], ...nothing, work: [watch] };
  const outcome = await wrapStoreErrors("commit a new payment", ledger.store.commit(change));
  if (outcome === "committed") {
    const { variant, attempt } = payment;
    ledger.observe({ event: "payment-started", ...attemptIds(payment), variant, attempt });
  }
  return outcome;
}
