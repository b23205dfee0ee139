import { operationReplyBreakages } from "../../faults/fault.ts";
import { type FaultCatalogueEntry, type FaultField, secondsField, triesField } from "./fault-fields.ts";

const operationField: FaultField = {
  input: "choice",
  name: "operation",
  label: "Call",
  choices: [
    ["", "every call"],
    ["query", "query"],
    ["refund", "refund"],
    ["refund_query", "refund query"],
    ["cancel", "cancellation"],
  ],
};

/** The texts of the faults of calls and of the dispute webhook. */
export const operationFaultCatalogue = {
  lost_call: {
    group: "call",
    title: "Lost call",
    says: "The connection is cut before or after the call takes effect. The shop must not refund again; it must ask.",
    fields: [
      {
        input: "choice",
        name: "when",
        label: "When",
        choices: [
          ["after", "after it takes effect"],
          ["before", "before it takes effect"],
        ],
      },
      operationField,
    ],
  },
  broken_reply: {
    group: "call",
    title: "Broken reply",
    says: "The call takes effect, and its reply proves nothing. The shop must decide nothing from it.",
    fields: [
      {
        input: "choice",
        name: "as",
        label: "As",
        choices: operationReplyBreakages.map(
          (breakage) => [breakage, breakage.replaceAll("_", " ")] as const,
        ),
      },
      operationField,
    ],
  },
  slow_reply: {
    group: "call",
    title: "Slow reply",
    says: "The reply to a call is late. The outcome is unknown if the shop does not wait.",
    fields: [secondsField("15"), operationField],
  },
  query_state: {
    group: "call",
    title: "Another state",
    says: "The reply to a query has this trade_state, signed. Its amounts and its transaction stay.",
    fields: [{ input: "text", name: "state", label: "trade_state", value: "NOTPAY" }],
  },
  query_amount: {
    group: "call",
    title: "Another amount in a query",
    says: "The reply to a query has this true_amount, signed. The order must not be paid; staff must see it.",
    fields: [{ input: "text", name: "trueAmount", label: "true_amount", value: "0.01" }],
  },
  refuse_refund: {
    group: "call",
    title: "Refuse refunds",
    says: "The gateway refuses every refund, by a signed reply. Nothing is refunded.",
    fields: [],
  },
  fail_refund: {
    group: "call",
    title: "Fail refunds",
    says: "The gateway accepts a refund, and later it fails. The shop must display this.",
    fields: [],
  },
  slow_refund: {
    group: "call",
    title: "Slow refunds",
    says: "A refund ends after this time.",
    fields: [secondsField("600")],
  },
  drop_dispute: {
    group: "dispute",
    title: "Drop dispute messages",
    says: "Tries are lost on the way. The shop learns of the refund by a later try, or by asking.",
    fields: [triesField],
  },
  duplicate_dispute: {
    group: "dispute",
    title: "Duplicate dispute messages",
    says: "Each message is sent several times at once. It must count once.",
    fields: [{ input: "number", name: "copies", label: "Copies", value: "2" }],
  },
  early_dispute: {
    group: "dispute",
    title: "Early refund result",
    says: "A refund ends at once, and its message arrives before the reply to the refund.",
    fields: [],
  },
} as const satisfies Readonly<Record<string, FaultCatalogueEntry>>;
