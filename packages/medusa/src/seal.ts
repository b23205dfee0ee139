import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Money } from "@pay-index/core";

/** The keys that a merchant signs with, and did. */
export interface SealKeys {
  readonly merchantId: string;
  readonly key: string;
  readonly previousKeys?: readonly string[] | undefined;
}

/** Which session of Medusa's is meant. Both are given by Medusa; a shopper can choose neither. */
export interface SessionOfMedusa {
  readonly providerId: string;
  readonly sessionId: string;
}

/** What a paid session is sealed for. */
export interface SealedPayment {
  readonly orderNumber: string;
  readonly money: Money;
  /** The gateway's transaction; empty where an operator accepted the payment on other proof. */
  readonly transactionId: string;
  /** Of a renewal, whose order number is that of the sale it renews. */
  readonly cycle?: number | undefined;
}

/**
 * What stands in `payment_session.data`, where every shopper can read it and can put in what they like. All of it is written anew
 * whenever a provider writes a session, so that nothing a shopper sent is left under these names.
 */
export interface SessionData extends Record<string, unknown> {
  readonly variant: string;
  readonly state: "pending" | "paid";
  readonly order_number: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly transaction: string | null;
  readonly cycle: number | null;
  readonly seal: string;
}

export function pendingData(keys: SealKeys, session: SessionOfMedusa, variant: string): SessionData {
  const parts = partsOf(session, "pending", undefined);
  const none = { order_number: null, amount: null, currency: null, transaction: null, cycle: null };
  return { variant, state: "pending", ...none, seal: sign(keys.key, keys.merchantId, parts) };
}

export function paidData(
  keys: SealKeys,
  session: SessionOfMedusa,
  { variant, ...payment }: SealedPayment & { readonly variant: string },
): SessionData {
  const { orderNumber, money, transactionId, cycle = null } = payment;
  return {
    variant,
    state: "paid",
    order_number: orderNumber,
    amount: money.minor,
    currency: money.currency,
    transaction: transactionId,
    cycle,
    seal: sign(keys.key, keys.merchantId, partsOf(session, "paid", payment)),
  };
}

/** The payment that these data are sealed for. Undefined: they are of another session, are not paid, or somebody made them up. */
export function sealedPayment(
  keys: SealKeys,
  session: SessionOfMedusa,
  data: Readonly<Record<string, unknown>> | undefined,
): SealedPayment | undefined {
  const { state, order_number, amount, currency, transaction, cycle, seal } = data ?? {};
  if (state !== "paid" || !isText(order_number) || !isText(currency) || !isText(transaction))
    return undefined;
  if (!isText(seal) || typeof amount !== "number" || !Number.isSafeInteger(amount)) return undefined;
  const payment = {
    orderNumber: order_number,
    money: { minor: amount, currency },
    transactionId: transaction,
    ...(typeof cycle === "number" ? { cycle } : {}),
  };
  const parts = partsOf(session, "paid", payment);
  const known = [keys.key, ...(keys.previousKeys ?? [])];
  const isOurs = known.some((key) => isSame(sign(key, keys.merchantId, parts), seal));
  return isOurs ? payment : undefined;
}

function partsOf(
  { providerId, sessionId }: SessionOfMedusa,
  outcome: SessionData["state"],
  payment: SealedPayment | undefined,
): readonly string[] {
  const { orderNumber = "", money, transactionId = "", cycle } = payment ?? {};
  const minor = money === undefined ? "" : String(money.minor);
  const parts = [
    "1",
    providerId,
    sessionId,
    orderNumber,
    minor,
    money?.currency ?? "",
    outcome,
    transactionId,
  ];
  return cycle === undefined ? parts : [...parts, String(cycle)];
}

/** Each part with its length before it, so that no two lists of parts make the same text. */
function sign(key: string, merchantId: string, parts: readonly string[]): string {
  const derived = hkdfSync("sha256", key, "", `pay-index medusa session seal/${merchantId}`, 32);
  const text = parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join("");
  return createHmac("sha256", Buffer.from(derived)).update(text).digest("base64url");
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
