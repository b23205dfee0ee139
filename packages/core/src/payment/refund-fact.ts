import { z } from "zod";
import { lazily } from "../lazily.ts";
import { moneySchema } from "../protocol/money/money.ts";
import { operatorSchema } from "./operator.ts";

/** The source of each fact about a refund through the gateway, and when core received the fact: ISO instant in UTC. */
const shared = () => ({ source: z.literal("refund"), at: z.iso.datetime() });

/** The shop asks for a refund. The amount is reserved from now on (RFD-LIMIT). */
const requestedSchema = () =>
  z.object({
    ...shared(),
    step: z.literal("requested"),
    /** The caller's idempotency key. */
    requestId: z.string(),
    transactionId: z.string(),
    amount: moneySchema(),
    /** Sent to the gateway, for its staff. */
    reason: z.string(),
    /** Who asked. Undefined if the shop's own code did. */
    operator: operatorSchema().optional(),
    /** Whether the money belongs to the placed order. False: it belongs to a charge without an order. */
    ofOrder: z.boolean(),
  });

/** The call is made now, by the process that has this lease. It is made at most once (RFD-ONCE). */
const submittedSchema = () =>
  z.object({ ...shared(), step: z.literal("submitted"), requestId: z.string(), leaseToken: z.string() });

/** What is known of the call. `unknown` can be followed by `accepted`, once the gateway names the refund. */
const answeredSchema = () =>
  z.object({
    ...shared(),
    step: z.literal("answered"),
    requestId: z.string(),
    outcome: z.enum(["accepted", "refused", "unknown"]),
    /** With `accepted`. */
    refundId: z.string().optional(),
    /** With `refused`: the gateway's text, masked. With `unknown`: a word of a closed list. */
    text: z.string().optional(),
  });

/** The gateway reports how a refund ended, also one that nobody asked for here. */
const reportedSchema = () =>
  z.object({
    ...shared(),
    step: z.literal("reported"),
    /** `query`: the whole order was refunded, and the gateway named no refund. The ID of the transaction stands for its ID (QRY-REFUND). */
    reporter: z.enum(["refund-query", "dispute-webhook", "query"]),
    /** `refund_orderid`. */
    refundId: z.string(),
    transactionId: z.string(),
    amount: moneySchema(),
    outcome: z.enum(["succeeded", "failed"]),
    /** Whether the money belongs to the placed order, and fits into what is left of it. Core decides this when it records the report. */
    ofOrder: z.boolean(),
  });

/** An operator says how a refund without a known outcome ended. */
const resolvedSchema = () =>
  z.object({
    ...shared(),
    step: z.literal("resolved"),
    requestId: z.string(),
    outcome: z.enum(["succeeded", "failed"]),
    operator: operatorSchema(),
    note: z.string(),
    /** With `succeeded`: the gateway's ID of the refund. */
    refundId: z.string().optional(),
  });

/** One statement about a refund through the gateway. Its state is derived from all of them: `gatewayRefundsOf`. */
export const refundFactSchema = lazily(() =>
  z.discriminatedUnion("step", [
    requestedSchema(),
    submittedSchema(),
    answeredSchema(),
    reportedSchema(),
    resolvedSchema(),
  ]),
);

/** One statement about a refund through the gateway. */
export type RefundFact = z.infer<ReturnType<typeof refundFactSchema>>;
/** The shop asks for a refund. */
export type RefundRequestedFact = z.infer<ReturnType<typeof requestedSchema>>;
/** The gateway reports how a refund ended. */
export type RefundReportedFact = z.infer<ReturnType<typeof reportedSchema>>;
/** An operator says how a refund ended. */
export type RefundResolutionFact = z.infer<ReturnType<typeof resolvedSchema>>;

/** Returns the fact of a report. Whether the money belongs to the order is decided by the commit. */
export function createRefundReport(
  report: Omit<RefundReportedFact, "source" | "step" | "ofOrder">,
): RefundReportedFact {
  return { source: "refund", step: "reported", ...report, ofOrder: false };
}

/** Returns the identity of a fact about a refund: a repeated report has the same one. */
export function refundFactIdentity(fact: RefundFact): string {
  switch (fact.step) {
    case "requested":
    case "submitted":
    case "resolved":
      return `refund/${fact.step}/${fact.requestId}`;
    case "answered":
      return `refund/answered/${fact.outcome}/${fact.requestId}`;
    case "reported":
      return `refund/reported/${fact.outcome}/${fact.refundId}`;
  }
}
