import type { Gateway, Money } from "@pay-index/core";
import type { RoundingChange } from "@pay-index/core/adapter";

/** Seals with the installation's secret. Neither a merchant's key nor a shopper's input reveals it. */
export type Sealer = Pick<Gateway, "seal" | "isSeal">;

/** A payment session of Medusa. Medusa sets both ids, and shoppers cannot change them. */
export interface ProviderAndSessionId {
  readonly providerId: string;
  readonly sessionId: string;
}

/** What the seal of a paid session proves. */
export interface SealedPayment {
  readonly attemptId: string;
  readonly amount: Money;
  /** The gateway's transaction. Empty if an operator accepted the payment with other proof. */
  readonly transactionId: string;
  /** Only for a renewal. Its gateway order ID is that of the attempt that started the subscription. */
  readonly cycle?: number | undefined;
}

/**
 * The data of a payment session. Every shopper can read them, and can write to them. The provider writes all of these
 * fields again with each change, so that no value of a shopper stays.
 */
export interface SessionData extends Record<string, unknown> {
  readonly variant: string;
  readonly state: "pending" | "paid";
  readonly attempt_id: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly transaction: string | null;
  readonly cycle: number | null;
  /** For staff: the charged amount and its difference from Medusa's amount, if rounding changed the amount. */
  readonly rounded_to: string | null;
  readonly rounding_difference: string | null;
  /** For staff: the charged amount in minor units, if the first period of a subscription has its own price. */
  readonly charged_amount: number | null;
  /** Null for a pending session, which has nothing to prove. */
  readonly seal: string | null;
}

export function createPendingSessionData(variant: string): SessionData {
  const none = { attempt_id: null, amount: null, currency: null, transaction: null, cycle: null };
  return { variant, state: "pending", ...none, ...toDescription({}), seal: null };
}

/** Data that the seal does not cover, because no decision depends on it. */
interface SessionDescription {
  readonly variant: string;
  readonly rounding?: RoundingChange | undefined;
  /** Only if it differs from the price of the order. */
  readonly chargedAmount?: Money | undefined;
}

/** @throws PayIndexError `store_unavailable` */
export async function createPaidSessionData(
  sealer: Sealer,
  session: ProviderAndSessionId,
  { variant, rounding, chargedAmount, ...payment }: SealedPayment & SessionDescription,
): Promise<SessionData> {
  const { attemptId, amount, transactionId, cycle = null } = payment;
  return {
    variant,
    state: "paid",
    attempt_id: attemptId,
    amount: amount.minor,
    currency: amount.currency,
    transaction: transactionId,
    cycle,
    ...toDescription({ rounding, chargedAmount }),
    seal: await sealer.seal(toSealInput(session, payment)),
  };
}

/**
 * Returns the payment that the data are sealed for. Undefined if they belong to another session, are not paid, or are
 * forged.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function verifySealedPayment(
  sealer: () => Sealer,
  session: ProviderAndSessionId,
  data: Readonly<Record<string, unknown>> | undefined,
): Promise<SealedPayment | undefined> {
  const { state, attempt_id, amount, currency, transaction, cycle, seal } = data ?? {};
  if (state !== "paid" || !isText(attempt_id) || !isText(currency) || !isText(transaction)) return undefined;
  if (!isText(seal) || typeof amount !== "number" || !Number.isSafeInteger(amount)) return undefined;
  const payment = {
    attemptId: attempt_id,
    amount: { minor: amount, currency },
    transactionId: transaction,
    ...(typeof cycle === "number" ? { cycle } : {}),
  };
  return (await sealer().isSeal({ ...toSealInput(session, payment), seal })) ? payment : undefined;
}

function toDescription({ rounding, chargedAmount }: Omit<SessionDescription, "variant">) {
  const { roundedTo = null, roundingDifference = null } = rounding ?? {};
  const charged_amount = chargedAmount?.minor ?? null;
  return { rounded_to: roundedTo, rounding_difference: roundingDifference, charged_amount };
}

function toSealInput({ providerId, sessionId }: ProviderAndSessionId, payment: SealedPayment) {
  const { attemptId, amount, transactionId, cycle } = payment;
  const parts = [providerId, sessionId, attemptId, String(amount.minor), amount.currency, transactionId];
  return { purpose: "medusa session", parts: cycle === undefined ? parts : [...parts, String(cycle)] };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
