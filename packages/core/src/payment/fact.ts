import { z } from "zod";
import { lazily } from "../lazily.ts";
import { minorSchema } from "../protocol/money/money.ts";
import { tradeStates } from "../protocol/operations/operation-replies.ts";
import { signRules } from "../protocol/signature/notification-sign.ts";
import { type CancellationFact, cancellationFactSchema } from "./cancellation.ts";
import { disputeFactSchema } from "./dispute-fact.ts";
import { operatorRefundSchema, operatorSchema } from "./operator.ts";
import { refundFactIdentity, refundFactSchema } from "./refund-fact.ts";

const instant = () => z.iso.datetime();

/** The cycle that a transaction of a subscription pays, or `refunded`: it pays none. */
export const transactionPaidCycleOrRefundedSchema = () => z.union([z.int(), z.literal("refunded")]);
export type TransactionPaidCycleOrRefunded = z.infer<ReturnType<typeof transactionPaidCycleOrRefundedSchema>>;

/** The gateway's response to the submission. An attempt has one at most. */
const responseFactSchema = () =>
  z.object({
    source: z.literal("response"),
    at: instant(),
    outcome: z.enum(["redirect", "approved", "declined", "rejected", "unknown"]),
    /** With `approved`: the shop's option says that an approval pays (RES-APPROVED). */
    pays: z.literal(true).optional(),
    /** The address of the payment page. Only with `redirect`. */
    url: z.string().optional(),
    /** With `rejected`: the gateway has the order already. Core uses no order id twice (RES-DUPLICATE). */
    duplicate: z.boolean().optional(),
    /** With `rejected`: the text does not say why, and the shop could ask. The refusal counts after the gateway was asked (RES-UNCLEAR). */
    unclear: z.literal(true).optional(),
    /** With `unknown`: why there is no valid response. */
    reason: z.string().optional(),
    /** With `rejected` and `unknown`: the status of the HTTP response, if one arrived. */
    httpStatus: z.int().optional(),
    /** The gateway's text, for people. */
    text: z.string().optional(),
  });

/** By how much reported amounts may differ from the expected ones and still pay, in minor units (NOT-TOLERANCE). */
const amountToleranceSchema = () => z.object({ over: minorSchema(), under: minorSchema() });
export type AmountTolerance = z.infer<ReturnType<typeof amountToleranceSchema>>;

/** What a notification and a reply to a query say of a payment. */
const reportShape = () => ({
  at: instant(),
  /** A digest of the content. The same message again has the same one. */
  id: z.string(),
  amount: z.string(),
  trueAmount: z.string(),
  currency: z.string(),
  transactionId: z.string(),
  /** What this transaction was used for before, if that is not this cycle, or the sale (CYC-TRANSACTION). */
  usedFor: transactionPaidCycleOrRefundedSchema().optional(),
  /** The shop's tolerance when the message arrived. A later change of the option changes no state. */
  tolerance: amountToleranceSchema().optional(),
  /** What the message lacks, and what the signed sale makes certain: the currency (NOT-CURRENCY). */
  inferred: z.array(z.literal("currency")).optional(),
});

/** The content of a verified notification. Texts are as received. */
const notificationFactSchema = () =>
  z.object({
    source: z.literal("notification"),
    ...reportShape(),
    returncode: z.string(),
    datetime: z.string(),
    alertType: z.string().optional(),
    /** The order id of the notification, if it is not the id of the attempt. Subscriptions only (CYC-NUMBER). */
    reportedAttemptId: z.string().optional(),
    /** The cycle number as received. Subscriptions only. */
    periodCount: z.string().optional(),
    gatewaySubscriptionId: z.string().optional(),
    enabled: z.string().optional(),
    rule: z.enum(signRules),
    key: z.enum(["current", "previous"]),
    /** True if earlier notifications of the merchant were signed by a stronger rule (NSIG-WEAKER). */
    weaker: z.literal(true).optional(),
    /** Fields that core uses although the matching rule does not sign them. Only the URL token protects them. */
    unsigned: z.array(z.string()).optional(),
    /** The gateway's text about a failure, masked (NOT-MSG). It decides nothing. */
    text: z.string().optional(),
    /** With `text`: whether the sign covers it. */
    isTextSigned: z.boolean().optional(),
  });

/** A verified reply to a query (QRY-FACT). Texts are as received, and empty if the reply does not sign the field. */
const inquiryFactSchema = () =>
  z.object({
    source: z.literal("inquiry"),
    ...reportShape(),
    state: z.enum(tradeStates),
    /** The state as received. */
    tradeState: z.string(),
  });

/** An operator action, with its reason. */
export const resolutionFactSchema = lazily(() =>
  z.object({
    source: z.literal("operator"),
    at: instant(),
    action: z.enum(["accept", "dismiss", "record-refund"], "must be accept, dismiss or record-refund"),
    operator: operatorSchema(),
    note: z.string("is required").max(2000, "must not be longer than 2000 characters"),
    /**
     * With `accept`: the transactions that pay the attempt, if any were reported. With `record-refund`: the refunded transactions, if known.
     * With `dismiss`: the only transaction that is dismissed.
     */
    transactions: z.array(z.string()).readonly().optional(),
    /**
     * What the action frees, so that the buyer can pay again (ENG-FREE). `attempt`: a paid attempt whose order was not placed.
     * `transactions`: the refunded `transactions` of an attempt under review.
     */
    frees: z.enum(["attempt", "transactions"]).optional(),
    /** With `record-refund`: the amount of the refund and the gateway's id of it. */
    refund: operatorRefundSchema().optional(),
  }),
);

/** An operator's retry of a review item: who and when. It changes no state. */
const operatorRetryFactSchema = () =>
  z.object({
    source: z.literal("operator"),
    at: instant(),
    action: z.literal("retry"),
    operator: operatorSchema(),
    /** The id of the review item. */
    reviewItemId: z.string(),
    /** The kind of the review item. */
    kind: z.string(),
    /** The later cycle of a subscription that the review item is about. */
    cycle: z.int().optional(),
    /** The reports that money went back, which the operator knew: the order is placed all the same (ENG-RETURNED). */
    returnedMoney: z.array(z.string()).readonly().optional(),
  });

/** What anybody can make grow: reports that say no money moved, such as declines, and messages of the dispute webhook. */
export const countedKinds = ["failures", "disputes"] as const;
export type CountedKind = (typeof countedKinds)[number];

/** The number of facts of one kind that are not kept (STATE-BOUND). */
const omittedFactsSchema = () =>
  z.object({
    source: z.literal("omitted"),
    /** When core received the last of them. */
    at: instant(),
    of: z.enum(countedKinds),
    count: z.int().positive(),
  });

/** One statement about an attempt, with its source: response, notification, inquiry, upheld refusal, cancellation, operator, refund or dispute. */
export const factSchema = lazily(() =>
  z.discriminatedUnion("source", [
    responseFactSchema(),
    notificationFactSchema(),
    inquiryFactSchema(),
    /** The gateway was asked about its refusal of the sale, and nothing contradicts it: it counts (RES-UNCLEAR). */
    z.object({ source: z.literal("refusal-upheld"), at: instant() }),
    cancellationFactSchema(),
    z.discriminatedUnion("action", [resolutionFactSchema(), operatorRetryFactSchema()]),
    refundFactSchema(),
    disputeFactSchema(),
    omittedFactsSchema(),
  ]),
);

/** One statement about an attempt, with its source. State is derived from the set of facts (ENG-STATE). */
export type Fact = z.infer<ReturnType<typeof factSchema>>;
/** The gateway's response to the submission. */
export type ResponseFact = z.infer<ReturnType<typeof responseFactSchema>>;
/** A verified notification. */
export type NotificationFact = z.infer<ReturnType<typeof notificationFactSchema>>;
/** A verified reply to a query. */
export type InquiryFact = z.infer<ReturnType<typeof inquiryFactSchema>>;
/** The end of the queries about a refusal of the sale. */
export type RefusalUpheldFact = Extract<Fact, { readonly source: "refusal-upheld" }>;
/** What the gateway says of a payment, whether it posted it or was asked. */
export type PaymentReport = NotificationFact | InquiryFact;
/** An operator action, with its reason. */
export type ResolutionFact = z.infer<ReturnType<typeof resolutionFactSchema>>;
/** What an operator decided about an attempt or a review item. */
export type OperatorAction = ResolutionFact["action"];
/** An operator's retry of a review item. */
export type OperatorRetryFact = z.infer<ReturnType<typeof operatorRetryFactSchema>>;
/** A fact whose source is an operator. */
export type OperatorFact = ResolutionFact | OperatorRetryFact;

/** Returns the identity of a fact. A set of facts contains each identity once. */
export function factIdentity(fact: Fact): string {
  switch (fact.source) {
    case "response":
    case "refusal-upheld":
      return fact.source;
    case "notification":
      return `notification/${fact.id}`;
    case "inquiry":
      return `inquiry/${fact.id}`;
    case "cancellation":
      return ["cancellation", fact.at, fact.step, ...requesterParts(fact)].join("/");
    case "operator":
      return ["operator", fact.at, fact.action, fact.operator.id, ...identityParts(fact)].join("/");
    case "refund":
      return refundFactIdentity(fact);
    case "dispute":
      return `dispute/${fact.id}`;
    case "omitted":
      return `omitted/${fact.of}`;
  }
}

function requesterParts(fact: CancellationFact): readonly string[] {
  return fact.step === "requested" && fact.by !== "buyer" ? [fact.by.id] : [];
}

function identityParts(fact: OperatorFact): readonly string[] {
  if (fact.action === "retry") return [fact.reviewItemId, ...(fact.returnedMoney ?? [])];
  const { frees, refund, transactions = [] } = fact;
  const freed = frees === undefined ? [] : [frees];
  const refunded = refund === undefined ? [] : [refund.reference];
  return [...freed, ...transactions, ...refunded];
}

/** Adds a fact, unless its identity is known: then returns the same facts. */
export function addFact(known: readonly Fact[], fact: Fact): readonly Fact[] {
  return includesSameFact(known, fact) ? known : [...known, fact];
}

/** Returns whether a fact with this identity is known. */
export function includesSameFact(known: readonly Fact[], fact: Fact): boolean {
  const identity = factIdentity(fact);
  return known.some((each) => each.source === fact.source && factIdentity(each) === identity);
}
