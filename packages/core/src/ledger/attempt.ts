import type { Merchant } from "../options.ts";
import { merchantTenantOf, type Payment } from "../payment/payment.ts";
import type { Attempt } from "../sale/form.ts";
import { mintOrderNumber, mintToken } from "../sale/order-number.ts";
import type { CheckedSale } from "../sale/sale.ts";
import { about, type Ledger, stored } from "./context.ts";
import type { Book } from "./store.ts";
import { addressesOf, tokenHash } from "./tokens.ts";
import { newWork, workId } from "./work.ts";

/** A payment that is about to be sent, with the tokens that only this moment knows. */
export interface NewAttempt {
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly notifyToken: string;
  readonly returnToken: string;
}

interface AttemptStart {
  readonly sale: CheckedSale;
  readonly merchant: Merchant;
  readonly fingerprint: string;
  readonly book: Book;
  readonly now: Date;
}

export function newAttempt<Tx>(
  { platform, settings }: Ledger<Tx>,
  { sale, merchant, fingerprint, book, now }: AttemptStart,
): NewAttempt {
  const random = (size: number) => platform.randomBytes(size);
  const [orderNumber, notifyToken, returnToken] = [
    mintOrderNumber(random),
    mintToken(random),
    mintToken(random),
  ];
  const { notifyUrl, returnUrl } = addressesOf(settings.publicUrl, { orderNumber, notifyToken, returnToken });
  const payment: Payment = {
    version: 1,
    orderNumber,
    tenant: sale.tenant,
    reference: sale.reference,
    ...(merchantTenantOf(sale) === sale.tenant ? {} : { merchantTenant: merchantTenantOf(sale) }),
    attempt: book.attemptCount + 1,
    variant: sale.variant,
    merchantId: merchant.id,
    money: sale.money,
    ...("plan" in sale ? { plan: planRecord(sale.plan) } : {}),
    fingerprint,
    notifyTokenHash: tokenHash(notifyToken),
    returnTokenHash: tokenHash(returnToken),
    createdAt: now.toISOString(),
    facts: [],
    state: "created",
    takesReference: false,
    quarantine: [],
    ...(sale.host === undefined ? {} : { host: sale.host }),
  };
  return { payment, attempt: { orderNumber, notifyUrl, returnUrl, now }, notifyToken, returnToken };
}

function planRecord({
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
export async function commitPayment<Tx>(
  ledger: Ledger<Tx>,
  { tenant, reference, version }: Book,
  payment: Payment,
) {
  const now = new Date(payment.createdAt);
  const dueAt = new Date(now.getTime() + ledger.settings.noResultAfter * 1000);
  const watch = newWork(payment, {
    id: workId(payment.orderNumber, { kind: "check-result" }),
    kind: "check-result",
    status: "due",
    now,
    dueAt,
  });
  const nothing = { cycles: [], transactions: [], settled: [], ended: [] };
  const change = { tenant, reference, version, payments: [payment], ...nothing, work: [watch] };
  const outcome = await stored("commit a new payment", ledger.store.commit(change));
  if (outcome === "committed") {
    const { variant, attempt } = payment;
    ledger.observe({ event: "payment-started", ...about(payment), variant, attempt });
  }
  return outcome;
}
