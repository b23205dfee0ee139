import type { DisputeFact } from "../../src/payment/dispute-fact.ts";
import type {
  Fact,
  InquiryFact,
  NotificationFact,
  OperatorRetryFact,
  ResolutionFact,
  ResponseFact,
} from "../../src/payment/fact.ts";
import type { RefundReportedFact } from "../../src/payment/refund-fact.ts";

const at = "2026-11-20T10:00:00.000Z";

export const exampleResponse = (
  outcome: ResponseFact["outcome"],
  more: Partial<ResponseFact> = {},
): ResponseFact => ({
  source: "response",
  at,
  outcome,
  ...more,
});

/** A notification of 19.99 USD paid in transaction T1, or what is changed of it. Each content has its own id. */
export function exampleNotification(changed: Partial<NotificationFact> = {}): NotificationFact {
  const says = {
    returncode: "00",
    amount: "19.99",
    trueAmount: "19.99",
    currency: "USD",
    transactionId: "T1",
    ...changed,
  };
  return {
    source: "notification",
    at,
    id: JSON.stringify(says),
    datetime: "20261120100000",
    rule: "received",
    key: "current",
    ...says,
  };
}

export const exampleFailure = (changed: Partial<NotificationFact> = {}) =>
  exampleNotification({ returncode: "2", ...changed });

export const exampleOperator = { id: "user_1", name: "Grace" } as const;
export const otherExampleOperator = { id: "user_2", name: "Mo" } as const;

export const exampleResolution = (action: ResolutionFact["action"]): ResolutionFact => ({
  source: "operator",
  at,
  action,
  operator: exampleOperator,
  note: "seen on the statement",
});

export const exampleRetry = (changed: Partial<OperatorRetryFact> = {}): OperatorRetryFact => ({
  source: "operator",
  at,
  action: "retry",
  operator: exampleOperator,
  reviewItemId: "00000000000000000001/order-not-placed",
  kind: "order-not-placed",
  ...changed,
});

/** A reply that 19.99 USD is paid in transaction T1, or what is changed of it. Each content has its own id. */
export function exampleInquiry({ at: repliedAt = at, ...changed }: Partial<InquiryFact> = {}): InquiryFact {
  const says = {
    state: "paid" as InquiryFact["state"],
    tradeState: "SUCCESS",
    amount: "19.99",
    trueAmount: "19.99",
    currency: "USD",
    transactionId: "T1",
    ...changed,
  };
  return { source: "inquiry", at: repliedAt, id: JSON.stringify(says), ...says };
}

export const exampleDispute = (changed: Partial<DisputeFact> = {}): DisputeFact => ({
  ...{ source: "dispute", at, id: "d", type: "chargeback", result: "succeeded" },
  ...{ transactionId: "T1", amount: "19.99", alertType: "Chargebacks" },
  ...changed,
});

/** A report that the gateway refunded the 19.99 USD of transaction T1 before an order got them. */
export const exampleRefundReport = (changed: Partial<RefundReportedFact> = {}): RefundReportedFact => ({
  ...{ source: "refund", at, step: "reported", reporter: "dispute-webhook", refundId: "R-1" },
  ...{ transactionId: "T1", amount: { minor: 1999, currency: "USD" }, outcome: "succeeded", ofOrder: false },
  ...changed,
});

/** Each order of the facts. */
export function ordersOf(facts: readonly Fact[]): Fact[][] {
  if (facts.length < 2) return [[...facts]];
  return facts.flatMap((fact, index) => ordersOf(facts.toSpliced(index, 1)).map((rest) => [fact, ...rest]));
}
