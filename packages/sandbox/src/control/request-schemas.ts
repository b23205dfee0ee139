import { z } from "zod";
import { SandboxError } from "../errors.ts";
import { faultSchema, faultScopeSchema } from "../faults/fault.ts";
import { disputeTypes } from "../orders/dispute.ts";
import { quirkProfiles } from "../quirks/quirk.ts";
import { isAmount } from "../sale/amount.ts";

/** The schemas of control calls. Unlisted properties are rejected. */

export const orderListRequestSchema = z.strictObject({
  limit: z.number().int().min(1).max(500).default(50),
  before: z.number().int().min(1).optional(),
});

const statementInstant = () =>
  z.iso.datetime({ offset: true, error: "must be a time as 2026-11-20T00:00:00Z" });

export const statementRequestSchema = z.strictObject({
  merchant: z.string().optional(),
  from: statementInstant(),
  to: statementInstant(),
});

export const outcomeRequestSchema = z.strictObject({
  outcome: z.enum(["paid", "failed"]),
  reason: z
    .string()
    .regex(/^\P{Cc}{1,200}$/u, "one line of 1 to 200 characters")
    .optional(),
  transaction: z.enum(["new", "same"]).optional(),
});

const amount = z.string().refine(isAmount, "must be decimal text such as 12.50").optional();
const transactionId = z.string().min(1).max(64).optional();
const line = z.string().regex(/^\P{Cc}{1,200}$/u, "one line of 1 to 200 characters");

export const refundRequestSchema = z.strictObject({
  amount,
  transactionId,
  reason: line.default("refunded by the gateway's staff"),
});

export const disputeRequestSchema = z.strictObject({
  type: z.enum(disputeTypes).exclude(["refund"]),
  amount,
  transactionId,
  content: line.default("reported by a user of the inspector"),
});

export const putDisputeWebhookRequestSchema = z.strictObject({
  merchant: z.string().min(1).max(20),
  url: z.string().min(1).max(2000).optional(),
});

const faults = z.array(faultSchema).max(50);

export const notifyRequestSchema = z.strictObject({
  faults: faults.default([]),
  copies: z.number().int().min(1).max(100).default(1),
  released: z.literal("together").optional(),
});

export const putFaultsRequestSchema = z.strictObject({ scope: faultScopeSchema, faults });

export const putQuirksRequestSchema = z.strictObject({
  profile: z.enum(quirkProfiles),
  merchant: z.string().min(1).max(20).optional(),
});

export const clockRequestSchema = z.union(
  [
    z.strictObject({ advance: z.number(), deliveries: z.enum(["in_turn", "later"]).optional() }),
    z.strictObject({ to: z.string() }),
    z.strictObject({ frozen: z.boolean() }),
  ],
  { error: "must be one of advance (a number of seconds), to (a time) or frozen (true or false)" },
);

/** Throws SandboxError `bad_request`, which names the property. */
export function parseControlRequest<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path.join(".") || "the request";
  throw new SandboxError("bad_request", `${path}: ${(issue?.message ?? "cannot be read").slice(0, 1000)}`);
}
