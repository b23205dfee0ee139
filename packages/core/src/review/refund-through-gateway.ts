import { z } from "zod";
import { applyFacts } from "../apply/apply-facts.ts";
import { invalidRefundError } from "../apply/require-valid-refund-request.ts";
import type { EngineContext } from "../engine-context.ts";
import { PayIndexError, problemsOfSchemaIssues } from "../errors.ts";
import { runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import { claimJob } from "../jobs/waiting-jobs.ts";
import { maskText } from "../mask/mask-text.ts";
import { requireOperationOption } from "../options/require-operation-option.ts";
import { expectedChargedAmountOf } from "../payment/attempt.ts";
import { type GatewayRefund, gatewayRefundsOf } from "../payment/gateway-refunds.ts";
import { jobOrItemId } from "../payment/job.ts";
import type { Operator } from "../payment/operator.ts";
import type { RefundRequestedFact } from "../payment/refund-fact.ts";
import { type ChargeFacts, refundableChargeOf } from "../payment/refundable-charge.ts";
import { readPaymentKey } from "../ports/payment-key.ts";
import { type Money, moneySchema } from "../protocol/money/money.ts";
import { fitsDecimals } from "../protocol/money/sent-amount.ts";
import { requireMerchantOf } from "../verification/verify-received-notification.ts";
import { findChargeToRefund, loadChargeToRefund } from "./charge-to-refund.ts";
import { operatorInputSchema } from "./operator-input.ts";
import { maxRefundReasonLength } from "./refund-reason.ts";

/** A refund that the shop asks the gateway for. */
export interface GatewayRefundRequest {
  /** The shop's own id of the order or cart. */
  readonly reference: string;
  /** Default: `default`. */
  readonly tenant?: string;
  /** The attempt to refund. Default: the one that paid the placed order. Name it for a second payment of the same order. */
  readonly attemptId?: string;
  /** For a subscription: the later cycle to refund. Default: the sale. */
  readonly cycle?: number;
  /** In minor units: more than 0, and at most what is left of the payment. */
  readonly amount: Money;
  /** Why, for the gateway's staff: 1 to 200 characters. It is sent, so do not put personal data into it. */
  readonly reason: string;
  /** The same text for the same refund, such as the id of the refund in the shop: 1 to 200 characters. Different for each other refund. */
  readonly idempotencyKey: string;
  /** Who asks for it, if it is a member of staff. */
  readonly operator?: Operator;
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

const requestSchema = z.object({
  attemptId: z.string("must be a gateway order ID").optional(),
  cycle: z.number("must be the number of a cycle").optional(),
  amount: moneySchema.refine(({ minor }) => minor > 0, "must be more than 0"),
  reason: oneLine("why the money is refunded", maxRefundReasonLength).transform(toReason),
  idempotencyKey: oneLine("a text that is the same for the same refund", 200),
  operator: operatorInputSchema.optional(),
});

/** The gateway's reply repeats the reason. An `&` in it could be read as the end of a field, so that the reply proved nothing. */
function toReason(text: string): string {
  return maskText(text).replaceAll("&", "+");
}

type ReadRequest = z.output<typeof requestSchema>;

/** Refunds a payment through the gateway; the contract is at `Gateway.refund`. */
export async function refundThroughGateway<Tx>(
  engine: EngineContext<Tx>,
  input: GatewayRefundRequest,
): Promise<GatewayRefundResult> {
  requireOperationOption(engine, "refund");
  const request = readRequest(input);
  const key = readPaymentKey(Object(input));
  const subject = await findChargeToRefund(engine, key, request);
  const { attempt, cycle } = subject;
  const earlier = gatewayRefundsOf(subject.facts).find(isAskedWith(request.idempotencyKey));
  if (earlier === undefined) await requireMerchantOf(engine, attempt, "Add it again to refund this payment.");
  const transactionId = earlier?.transactionId ?? requireTransaction(engine, subject, request);
  const fact = requestedFact(engine, transactionId, request);
  const { attemptId } = attempt;
  const update = { kind: "refund", attemptId, cycle, fact } as const;
  await runLeasedJobs(engine, await applyFacts(engine, key, { updates: [update] }));
  const { requestId } = fact;
  // A process that stopped before it sent the refund left its job.
  const jobId = jobOrItemId(attemptId, { kind: "send-refund", cycle, dedupeKey: requestId });
  const left = await claimJob(engine, jobId);
  if (left !== undefined) await runLeasedJobs(engine, [left]);
  const { facts } = await loadChargeToRefund(engine, key, { attemptId, cycle });
  const known = gatewayRefundsOf(facts).find(isAskedWith(requestId));
  if (known === undefined)
    throw new PayIndexError(
      "store_unavailable",
      "The refund was committed, and the store does not return it.",
    );
  return { ...known, attemptId, cycle };
}

function readRequest(input: GatewayRefundRequest): ReadRequest {
  const checked = requestSchema.safeParse(Object(input));
  if (!checked.success) throw invalidRefundError(...problemsOfSchemaIssues(checked.error.issues));
  return checked.data;
}

function isAskedWith(idempotencyKey: string): (refund: GatewayRefund) => boolean {
  return ({ requestId }) => requestId === idempotencyKey;
}

/** Returns the transaction that a new refund gives back. @throws PayIndexError `refund_invalid` */
function requireTransaction<Tx>(
  { settings: { amountDecimals } }: EngineContext<Tx>,
  subject: ChargeFacts,
  { amount }: ReadRequest,
): string {
  const { currency } = expectedChargedAmountOf(subject.attempt, subject.cycle);
  if (amount.currency !== currency)
    throw invalidRefundError({ path: "amount.currency", message: `must be ${currency}` });
  const charge = refundableChargeOf(subject);
  if (charge === undefined)
    throw invalidRefundError({
      path: "reference",
      message:
        "was not paid by one transaction that the gateway reported. Refund it at the gateway, then record the refund",
    });
  if (![amount, charge.paid].every((each) => fitsDecimals(each, amountDecimals)))
    throw invalidRefundError({
      path: "amount",
      message: `has more decimals than the option amountDecimals: ${amountDecimals} sends`,
    });
  return charge.transactionId;
}

function requestedFact<Tx>(
  { platform }: EngineContext<Tx>,
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
