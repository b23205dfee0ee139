import type { OperationName } from "../operation-names.ts";
import type { Fault, operationReplyBreakages } from "./fault.ts";
import { describeTries } from "./tries-text.ts";

/** The faults of calls that are no sales, and of the dispute webhook. */
type OperationFault = Extract<
  Fault,
  {
    kind:
      | "lost_call"
      | "broken_reply"
      | "slow_reply"
      | "query_state"
      | "query_amount"
      | "refuse_refund"
      | "fail_refund"
      | "slow_refund"
      | "drop_dispute"
      | "duplicate_dispute"
      | "early_dispute";
  }
>;

/** Describes the effect of a fault, as a sentence. */
export function describeOperationFault(fault: OperationFault): string {
  switch (fault.kind) {
    case "lost_call":
      return `The connection is cut ${fault.when} ${describeCall(fault)} takes effect.`;
    case "broken_reply":
      return `The reply to ${describeCall(fault)} ${replyBreakageTexts[fault.as]}.`;
    case "slow_reply":
      return `The reply to ${describeCall(fault)} is ${fault.seconds} s late.`;
    case "query_state":
      return `The reply to a query has the state ${fault.state}.`;
    case "query_amount":
      return `The reply to a query says that ${fault.trueAmount} was paid.`;
    case "refuse_refund":
      return "The gateway refuses refunds.";
    case "fail_refund":
      return "The gateway accepts refunds, and they fail.";
    case "slow_refund":
      return `A refund ends ${fault.seconds} s after it is accepted.`;
    case "drop_dispute":
      return `The dispute message is lost on its way${describeTries(fault.tries)}.`;
    case "duplicate_dispute":
      return `The dispute message is sent ${fault.copies} times at once.`;
    case "early_dispute":
      return "A refund ends at once, and its message is sent before the reply to the refund.";
  }
}

const replyBreakageTexts: Readonly<Record<(typeof operationReplyBreakages)[number], string>> = {
  html: "is an HTML page",
  unsigned: "has no sign",
  wrong_sign: "has a wrong sign",
  other_order: "names another order",
  no_currency: "has no currency",
};

const callTexts: Readonly<Record<OperationName, string>> = {
  query: "a query",
  cancel: "a cancellation",
  refund: "a refund",
  refund_query: "a refund query",
};

function describeCall({ operation }: { readonly operation?: OperationName | undefined }): string {
  return operation === undefined ? "a call" : callTexts[operation];
}
