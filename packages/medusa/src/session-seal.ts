import type { Gateway, Money } from "@pay-index/core";
import type { Rounding } from "@pay-index/core/adapter";

/** Seals by the installation's secret, which no merchant key and no shopper gives away. */
export type Sealer = Pick<Gateway, "seal" | "isSeal">;

/** Which session of Medusa's is meant. Both are given by Medusa; a shopper can choose neither. */
export interface MedusaSession {
  readonly providerId: string;
  readonly sessionId: string;
}

/** What a paid session is sealed for. */
export interface SealedPayment {
  readonly attemptId: string;
  readonly amount: Money;
  /** The gateway's transaction; empty where an operator accepted the payment on other proof. */
  readonly transactionId: string;
  /** Of a renewal, whose gateway order ID is that of the sale it renews. */
  readonly cycle?: number | undefined;
}

/**
 * What stands in `payment_session.data`, where every shopper can read it and can put in what they like. All of it is written anew
 * whenever a provider writes a session, so that nothing a shopper sent is left under these names.
 */
export interface SessionData extends Record<string, unknown> {
  readonly variant: string;
  readonly state: "pending" | "paid";
  readonly attempt_id: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly transaction: string | null;
  readonly cycle: number | null;
  /** For staff: the charged amount, and its difference from Medusa's, where the currency does not have Medusa's amount. */
  readonly rounded_to: string | null;
  readonly rounding_difference: string | null;
  /** A pending session has none: there is nothing to prove. */
  readonly seal: string | null;
}

export function createPendingSessionData(variant: string): SessionData {
  const none = { attempt_id: null, amount: null, currency: null, transaction: null, cycle: null };
  return { variant, state: "pending", ...none, ...toRoundingFields(undefined), seal: null };
}

/** What the seal does not cover: nothing is decided by it. */
interface SessionDescription {
  readonly variant: string;
  readonly rounding?: Rounding | undefined;
}

/** @throws PayIndexError `store_unavailable` */
export async function createPaidSessionData(
  sealer: Sealer,
  session: MedusaSession,
  { variant, rounding, ...payment }: SealedPayment & SessionDescription,
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
    ...toRoundingFields(rounding),
    seal: await sealer.seal(toSealInput(session, payment)),
  };
}

/**
 * The payment that these data are sealed for. Undefined: they are of another session, are not paid, or somebody made them up.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function verifySealedPayment(
  sealer: () => Sealer,
  session: MedusaSession,
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

function toRoundingFields(rounding: Rounding | undefined) {
  const { roundedTo = null, roundingDifference = null } = rounding ?? {};
  return { rounded_to: roundedTo, rounding_difference: roundingDifference };
}

function toSealInput({ providerId, sessionId }: MedusaSession, payment: SealedPayment) {
  const { attemptId, amount, transactionId, cycle } = payment;
  const parts = [providerId, sessionId, attemptId, String(amount.minor), amount.currency, transactionId];
  return { purpose: "medusa session", parts: cycle === undefined ? parts : [...parts, String(cycle)] };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
