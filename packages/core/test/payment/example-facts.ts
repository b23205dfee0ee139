import type { NotificationFact, OperatorFact, ResponseFact } from "../../src/payment/fact.ts";

const at = "2026-11-20T10:00:00.000Z";

export const response = (
  outcome: ResponseFact["outcome"],
  more: Partial<ResponseFact> = {},
): ResponseFact => ({
  source: "response",
  at,
  outcome,
  ...more,
});

/** A notification of 19.99 USD paid in transaction T1, or what is changed of it. Each content has its own id. */
export function notified(changed: Partial<NotificationFact> = {}): NotificationFact {
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

export const failed = (changed: Partial<NotificationFact> = {}) => notified({ returncode: "2", ...changed });

export const operator = (action: OperatorFact["action"]): OperatorFact => ({
  source: "operator",
  at,
  action,
  who: "Grace",
  note: "seen on the statement",
});
