import { z } from "zod";
import { SandboxError } from "../errors.ts";
import { faultSchema, faultScopeSchema } from "../faults/fault.ts";
import { disputeTypes } from "../orders/dispute.ts";
import { quirkProfiles } from "../quirks/quirk.ts";
import { isAmount } from "../sale/amount.ts";

// The requests of the control API under /_sandbox. Unlisted properties are rejected.

const amount = z.string().refine(isAmount, "must be decimal text such as 12.50").optional();
const transactionId = z.string().min(1).max(64).optional();
const line = z.string().regex(/^\P{Cc}{1,200}$/u, "one line of 1 to 200 characters");
const faults = z.array(faultSchema).max(50);
const deliveries = z.enum(["in_turn", "later"]).optional();

export const orderListRequestSchema = z.strictObject({
  limit: z.number().int().min(1).max(500).default(50),
  before: z.number().int().min(1).optional(),
});

const statementInstant = () =>
  z.iso.datetime({ offset: true, error: "must be a time as 2026-11-20T00:00:00Z" });

export const statementRequestSchema = z.strictObject({
  merchant: z.string().optional(),
  /** ISO 8601. */
  from: statementInstant(),
  /** ISO 8601. It is not in the statement. */
  to: statementInstant(),
});

/** Selects the rows of a statement. */
export type StatementPeriod = Readonly<z.input<typeof statementRequestSchema>>;

export const outcomeRequestSchema = z.strictObject({
  outcome: z.enum(["paid", "failed"]),
  /** The reason of the failure. */
  reason: line.optional(),
  /**
   * Every outcome belongs to an attempt with its own transaction id. `same` reuses the last id, so that a second outcome contradicts the
   * first.
   */
  transaction: z.enum(["new", "same"]).optional(),
});

/** `POST orders/:n/resolve` */
export type OutcomeRequest = Readonly<z.input<typeof outcomeRequestSchema>>;

export const refundRequestSchema = z.strictObject({
  /** Decimal text, in the currency of the order. */
  amount,
  /** The transaction that paid. Default: the latest one. */
  transactionId,
  reason: line.default("refunded by the gateway's staff"),
});

/** `POST orders/:n/refund`: the gateway's staff refund a payment. Without an amount, everything that is left. */
export type RefundRequest = Readonly<z.input<typeof refundRequestSchema>>;

export const disputeRequestSchema = z.strictObject({
  type: z.enum(disputeTypes).exclude(["refund"]),
  /** Decimal text. Default: what was paid. */
  amount,
  /** The transaction that paid. Default: the latest one. */
  transactionId,
  /** A text for people. */
  content: line.default("reported by a user of the inspector"),
});

/** `POST orders/:n/dispute`: a chargeback or an alert about a payment. */
export type DisputeRequest = Readonly<z.input<typeof disputeRequestSchema>>;

export const putDisputeWebhookRequestSchema = z.strictObject({
  merchant: z.string().min(1).max(20),
  url: z.string().min(1).max(2000).optional(),
});

/** `PUT dispute-webhooks`. Without an address, the merchant gets no messages. */
export type PutDisputeWebhookRequest = z.input<typeof putDisputeWebhookRequestSchema>;

export const notifyRequestSchema = z.strictObject({
  /** Faults for this message only, in addition to the standing ones. */
  faults: faults.readonly().default([]),
  /** The number of copies, sent at once from different connections. */
  copies: z.number().int().min(1).max(100).default(1),
  /** `together`: all connections are opened first, then the last byte of all is sent at the same moment. */
  released: z.literal("together").optional(),
});

/** `POST orders/:n/notify` */
export type NotifyRequest = Readonly<z.input<typeof notifyRequestSchema>>;

export const putFaultsRequestSchema = z.strictObject({ scope: faultScopeSchema, faults });

/** `PUT faults`: replaces all standing faults of this scope. */
export type PutFaultsRequest = z.input<typeof putFaultsRequestSchema>;

export const putQuirksRequestSchema = z.strictObject({
  profile: z.enum(quirkProfiles),
  merchant: z.string().min(1).max(20).optional(),
});

/** `PUT quirks`. Without a merchant it applies to all merchants without a profile of their own. */
export type PutQuirksRequest = z.input<typeof putQuirksRequestSchema>;

/** `POST clock`: exactly one of these. The response to an advance comes when all due jobs are over or queued. */
export const clockRequestSchema = z.union(
  [
    z.strictObject({ advance: z.number(), deliveries }),
    z.strictObject({ to: z.string() }),
    z.strictObject({ frozen: z.boolean() }),
  ],
  { error: "must be one of advance (a number of seconds), to (a time) or frozen (true or false)" },
);

/** The options for advancing the clock. */
export interface AdvanceOptions {
  /** Whether notifications are sent in order while the clock moves, or all together afterwards. */
  readonly deliveries?: z.input<typeof deliveries>;
}

/** Throws SandboxError `bad_request`, which names the property. */
export function parseControlRequest<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path.join(".") || "the request";
  throw new SandboxError("bad_request", `${path}: ${(issue?.message ?? "cannot be read").slice(0, 1000)}`);
}
