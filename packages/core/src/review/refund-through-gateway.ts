import { z } from "zod";
import { invalidRefund, invalidRefundError } from "../apply/require-valid-refund.ts";
import type { EngineContext } from "../engine-context.ts";
import { PayIndexError, readInput } from "../errors.ts";
import { applyAndRunJobs, runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import { claimJob } from "../jobs/waiting-jobs.ts";
import { lazily } from "../lazily.ts";
import { maskText } from "../mask/mask-text.ts";
import { requireOperationOption } from "../options/settings.ts";
import { type Attempt, expectedChargedAmountOf } from "../payment/attempt.ts";
import { type GatewayRefund, gatewayRefundsOf } from "../payment/gateway-refunds.ts";
import { jobOrItemId } from "../payment/job.ts";
import { findPlacedOrderOfCharge } from "../payment/placed-order.ts";
import type { RefundRequestedFact } from "../payment/refund-fact.ts";
import { type ChargeFacts, type ChargeKey, refundableChargeOf } from "../payment/refundable-charge.ts";
import { isLaterCycleNumber } from "../payment/subscription/cycle.ts";
import { readPaymentKey } from "../ports/paid-payment.ts";
import type { Payment, PaymentKey, PaymentReadOptions } from "../ports/store.ts";
import { fitsDecimals, moneySchema } from "../protocol/money/money.ts";
import { isAttemptId } from "../protocol/random-ids.ts";
import { requireMerchantOf } from "../verification/verify-received-notification.ts";
import { operatorInputSchema } from "./operator-input.ts";

/** The longest reason of a refund through the gateway, in UTF-16 code units. */
const maxRefundReasonLength = 200;

/**
 * Converts a text of the host to a reason that `Gateway.refund` accepts: one line of at most 200 characters. Undefined if the text has no
 * visible character.
 */
export function toRefundReason(text: string): string | undefined {
  const line = text.replace(/[\p{Cc}\p{Cs}\s]+/gu, " ").trim();
  if (line === "") return undefined;
  // The cut can leave half of a character at the end.
  return line
    .slice(0, maxRefundReasonLength)
    .replace(/\p{Cs}$/u, "")
    .trim();
}

/** A refund through the gateway, and what it gives back. */
export interface GatewayRefundResult extends GatewayRefund {
  readonly attemptId: string;
  /** The later cycle. Undefined for the sale. */
  readonly cycle: number | undefined;
}

const oneLine = (name: string, length: number) =>
  z
    .string(`is required: ${name}`)
    .trim()
    .min(1, `must not be empty: ${name}`)
    .max(length, `must not be longer than ${length} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, "must be one line of text");

const requestSchema = lazily(() =>
  z.object({
    /** The attempt to refund. Default: the one that paid the placed order. Name it for a second payment of the same order. */
    attemptId: z.string("must be a gateway order ID").optional(),
    /** For a subscription: the later cycle to refund. Default: the sale. */
    cycle: z.number("must be the number of a cycle").optional(),
    /** In minor units: more than 0, and at most what is left of the payment. */
    amount: moneySchema().refine(({ minor }) => minor > 0, "must be more than 0"),
    /** Why, for the gateway's staff: 1 to 200 characters. It is sent, so do not put personal data into it. */
    reason: oneLine("why the money is refunded", maxRefundReasonLength).transform(toReason),
    /** The same text for the same refund, such as the id of the refund in the shop: 1 to 200 characters. Different for each other refund. */
    idempotencyKey: oneLine("a text that is the same for the same refund", 200),
    /** Who asks for it, if it is a member of staff. */
    operator: operatorInputSchema().optional(),
  }),
);

/** A refund that the shop asks the gateway for. */
export interface GatewayRefundRequest extends z.input<ReturnType<typeof requestSchema>> {
  /** The shop's own id of the order or cart. */
  readonly reference: string;
  /** Default: `default`. */
  readonly tenant?: string;
}

/** The gateway's reply repeats the reason. An `&` in it could be read as the end of a field, so that the reply proved nothing. */
function toReason(text: string): string {
  return maskText(text).replaceAll("&", "+");
}

type ReadRequest = z.output<ReturnType<typeof requestSchema>>;

/** Refunds a payment through the gateway; the contract is at `Gateway.refund`. */
export async function refundThroughGateway(
  engine: EngineContext,
  input: GatewayRefundRequest,
): Promise<GatewayRefundResult> {
  requireOperationOption(engine, "refund");
  const request = readInput(requestSchema(), Object(input), invalidRefund);
  const key = readPaymentKey(Object(input));
  const subject = await findChargeToRefund(engine, key, request);
  const { attempt, cycle } = subject;
  const earlier = gatewayRefundsOf(subject.facts).find(isAskedWith(request.idempotencyKey));
  if (earlier === undefined) await requireMerchantOf(engine, attempt, "Add it again to refund this payment.");
  const transactionId = earlier?.transactionId ?? requireTransaction(engine, subject, request);
  const fact = requestedFact(engine, transactionId, request);
  const { attemptId } = attempt;
  await applyAndRunJobs(engine, key, { kind: "refund", attemptId, cycle, fact });
  const { requestId } = fact;
  // A process that stopped before it sent the refund left its job.
  const jobId = jobOrItemId(attemptId, { kind: "send-refund", cycle, dedupeKey: requestId });
  const left = await claimJob(engine, jobId);
  if (left !== undefined) await runLeasedJobs(engine, [left]);
  const { facts } = await loadChargeToRefund(engine, key, { attemptId, cycle });
  const known = gatewayRefundsOf(facts).find(isAskedWith(requestId));
  if (known !== undefined) return { ...known, attemptId, cycle };
  const message = "The refund was committed, and the store does not return it.";
  throw new PayIndexError("store_unavailable", message);
}

function isAskedWith(idempotencyKey: string): (refund: GatewayRefund) => boolean {
  return ({ requestId }) => requestId === idempotencyKey;
}

/** Returns the transaction that a new refund gives back. @throws PayIndexError `refund_invalid` */
function requireTransaction(
  { settings: { amountDecimals } }: EngineContext,
  subject: ChargeFacts,
  { amount }: ReadRequest,
): string {
  const { currency } = expectedChargedAmountOf(subject.attempt, subject.cycle);
  if (amount.currency !== currency) throw invalidRefundError("amount.currency", `must be ${currency}`);
  const charge = refundableChargeOf(subject);
  if (charge === undefined)
    throw invalidRefundError(
      "reference",
      "was not paid by one transaction that the gateway reported. Refund it at the gateway, then record the refund",
    );
  if (![amount, charge.paid].every((each) => fitsDecimals(each, amountDecimals)))
    throw invalidRefundError(
      "amount",
      `has more decimals than the option amountDecimals: ${amountDecimals} sends`,
    );
  return charge.transactionId;
}

function requestedFact(
  { platform }: EngineContext,
  transactionId: string,
  { amount, reason, idempotencyKey: requestId, operator }: ReadRequest,
): RefundRequestedFact {
  return {
    source: "refund",
    at: platform.now().toISOString(),
    step: "requested",
    ...{ requestId, transactionId, amount, reason },
    ...(operator === undefined ? {} : { operator }),
    // The commit decides this.
    ofOrder: false,
  };
}

/** Returns the charge to give back. @throws PayIndexError `refund_invalid` if the payment or the cycle is not paid */
async function findChargeToRefund(engine: EngineContext, key: PaymentKey, { attemptId, cycle }: ReadRequest) {
  if (cycle !== undefined && cycle !== 1 && !isLaterCycleNumber(cycle))
    throw invalidRefundError("cycle", "must be a cycle of a subscription: 1, 2, 3 …");
  const later = cycle === 1 ? undefined : cycle;
  const read = isAttemptId(attemptId) ? readOf({ attemptId, cycle: later }) : {};
  const payment = await engine.store.load(key, read);
  const attempt = attemptToRefund(payment, attemptId);
  const unpaid = "has no paid payment. If it was paid twice, name the attempt to refund";
  if (attempt === undefined)
    throw attemptId === undefined
      ? invalidRefundError("reference", unpaid)
      : invalidRefundError("attemptId", "is no attempt of this reference");
  if (later !== undefined && attempt.plan === undefined)
    throw invalidRefundError("cycle", "belongs to subscriptions only");
  const charge = { attemptId: attempt.attemptId, cycle: later };
  // The first read could not name the cycle, because only the payment tells which attempt has it.
  if (attemptId === undefined && later !== undefined) return loadChargeToRefund(engine, key, charge);
  return findSubject(payment, charge);
}

/** Returns the named attempt, otherwise the one whose order is placed, otherwise the only paid one. */
function attemptToRefund({ attempts, jobs }: Payment, attemptId: string | undefined): Attempt | undefined {
  if (attemptId !== undefined) return attempts.find((each) => each.attemptId === attemptId);
  const paid = attempts.filter(({ state }) => state === "paid");
  const placed = paid.find(({ attemptId: id }) => findPlacedOrderOfCharge(jobs, { attemptId: id }));
  return placed ?? (paid.length === 1 ? paid[0] : undefined);
}

/** Returns a charge as it is stored now. @throws PayIndexError `refund_invalid` */
async function loadChargeToRefund({ store }: EngineContext, key: PaymentKey, charge: ChargeKey) {
  return findSubject(await store.load(key, readOf(charge)), charge);
}

function readOf({ attemptId, cycle }: ChargeKey): PaymentReadOptions {
  return { attemptIds: [attemptId], cycles: cycle === undefined ? [] : [{ attemptId, number: cycle }] };
}

/** @throws PayIndexError `refund_invalid` */
function findSubject({ attempts, cycles }: Payment, { attemptId, cycle }: ChargeKey): ChargeFacts {
  const attempt = attempts.find((each) => each.attemptId === attemptId);
  if (attempt === undefined) throw invalidRefundError("reference", "has no such attempt");
  if (cycle === undefined) return { attempt, cycle, facts: attempt.facts };
  const reported = cycles.find((each) => each.attemptId === attemptId && each.number === cycle);
  if (reported?.state !== "paid") throw invalidRefundError("cycle", "is not paid");
  return { attempt, cycle, facts: reported.facts };
}
