import { z } from "zod";
import { signRules } from "../protocol/signature/notification-sign.ts";
import { operatorSchema } from "./operator.ts";
import { refundSchema } from "./refund.ts";

const instant = z.iso.datetime();

/** Stands for the cycle of a charge that staff have given back: it pays none any more. */
export const refundedTransactionCycle = 0;

/** How the gateway answered the submission: exactly one per payment, but none while it is awaited. */
const responseFactSchema = z.object({
  source: z.literal("response"),
  at: instant,
  outcome: z.enum(["redirect", "approved", "declined", "rejected", "unknown"]),
  /** Where the buyer goes; with `redirect` only. */
  url: z.string().optional(),
  /** With `rejected`: the gateway says it has seen this number, which we never use twice. */
  duplicate: z.boolean().optional(),
  /** With `unknown`: what happened instead of an answer. */
  reason: z.string().optional(),
  /** With `rejected` and `unknown`: the status of the HTTP response, if one arrived. */
  httpStatus: z.int().optional(),
  /** The gateway's words, for people. */
  text: z.string().optional(),
});

/** What a verified notification said. Texts are as received. */
const notificationFactSchema = z.object({
  source: z.literal("notification"),
  at: instant,
  /** Digest of what it says: a repeat has the same one. */
  id: z.string(),
  returncode: z.string(),
  amount: z.string(),
  trueAmount: z.string(),
  currency: z.string(),
  transactionId: z.string(),
  datetime: z.string(),
  alertType: z.string().optional(),
  /** Of a subscription: the order number that it came under, if that is not the sale's (CYC-NUMBER). */
  ownNumber: z.string().optional(),
  /** Of a subscription: as received. */
  periodCount: z.string().optional(),
  masterId: z.string().optional(),
  enabled: z.string().optional(),
  /** The other cycle that this transaction had paid when it was reported for this one, or for none that can be told (CYC-TRANSACTION); or `givenBack`. */
  hasPaid: z.int().optional(),
  rule: z.enum(signRules),
  key: z.enum(["current", "previous"]),
  /** Earlier notifications of its merchant were signed by a stronger rule (NSIG-WEAKER). */
  weaker: z.literal(true).optional(),
  /** Fields that decide something outside what the matching rule signs: trusted by the URL token alone. */
  unsigned: z.array(z.string()).optional(),
});

/** What an operator decided, and on what ground. */
export const resolutionFactSchema = z.object({
  source: z.literal("operator"),
  at: instant,
  action: z.enum(["accepted", "closed", "refunded"], "must be accepted, closed or refunded"),
  operator: operatorSchema,
  note: z.string("is required").max(2000, "must not be longer than 2000 characters"),
  /**
   * Of what is accepted: the transactions that pay it, if any were reported; a further one is too many. Of a refund: what was given back, if
   * known. What is closed with one closes that and nothing else.
   */
  transactions: z.array(z.string()).readonly().optional(),
  /**
   * What this decision frees for another payment (LED-FREE). `attempt`: a paid attempt whose order was not placed. `transactions`: the
   * refunded `transactions` of an attempt under review.
   */
  frees: z.enum(["attempt", "transactions"]).optional(),
  /** With `refunded`: how much was given back, and where it is found at the gateway. */
  refund: refundSchema.optional(),
});

/** An operator's retry of a review item. It changes no state: it records who asked for the retry, and when. */
export const retryFactSchema = z.object({
  source: z.literal("operator"),
  at: instant,
  action: z.literal("retried"),
  operator: operatorSchema,
  /** The id of the review item. */
  item: z.string(),
  /** The kind of the review item. */
  kind: z.string(),
  /** The later cycle of a subscription that the review item is about. */
  cycle: z.int().optional(),
});

const operatorFactSchema = z.discriminatedUnion("action", [resolutionFactSchema, retryFactSchema]);

/** One thing that someone said about a payment. */
export const factSchema = z.discriminatedUnion("source", [
  responseFactSchema,
  notificationFactSchema,
  operatorFactSchema,
]);

export type Fact = z.infer<typeof factSchema>;
export type ResponseFact = z.infer<typeof responseFactSchema>;
export type NotificationFact = z.infer<typeof notificationFactSchema>;
export type ResolutionFact = z.infer<typeof resolutionFactSchema>;
export type OperatorAction = ResolutionFact["action"];
export type RetryFact = z.infer<typeof retryFactSchema>;
export type OperatorFact = ResolutionFact | RetryFact;

/** Facts with the same identity say the same thing; a set of facts holds each once. */
export function factIdentity(fact: Fact): string {
  switch (fact.source) {
    case "response":
      return "response";
    case "notification":
      return `notification/${fact.id}`;
    case "operator":
      return ["operator", fact.at, fact.action, fact.operator.id, ...identityParts(fact)].join("/");
  }
}

function identityParts(fact: OperatorFact): readonly string[] {
  if (fact.action === "retried") return [fact.item];
  const { frees, refund, transactions = [] } = fact;
  const freed = frees === undefined ? [] : [frees];
  const refunded = refund === undefined ? [] : [refund.reference];
  return [...freed, ...transactions, ...refunded];
}

export function isResolution(fact: Fact): fact is ResolutionFact {
  return fact.source === "operator" && fact.action !== "retried";
}

/** The facts with the new ones added; those already known are left out, the first of each kind stays. */
export function addFacts(known: readonly Fact[], more: readonly Fact[]): readonly Fact[] {
  const seen = new Map(known.map((fact) => [factIdentity(fact), fact]));
  for (const fact of more) {
    const identity = factIdentity(fact);
    if (!seen.has(identity)) seen.set(identity, fact);
  }
  return seen.size === known.length ? known : [...seen.values()];
}
