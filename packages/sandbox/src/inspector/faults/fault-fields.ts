import {
  type FaultKind,
  faultSettings,
  operationReplyBreakages,
  saleResponseBreakages,
} from "../../faults/fault.ts";

/** A field of a fault's form: one of its settings. Numbers and words are read from the form when they are needed. */
export interface FaultField {
  readonly name: string;
  readonly label: string;
  /** The text at first. */
  readonly value?: string;
  readonly isNumber?: boolean;
  readonly choices?: readonly (readonly [value: string, label: string])[];
}

const fieldsByName: Readonly<Record<string, Omit<FaultField, "name">>> = {
  copies: { label: "Copies", value: "2", isNumber: true },
  together: {
    label: "How",
    choices: [
      ["", "one after another"],
      ["yes", "together, in one moment"],
    ],
  },
  seconds: { label: "Seconds", isNumber: true },
  tries: { label: "Tries (empty is all)", isNumber: true },
  attempts: { label: "Times that it is declined (empty is always)", isNumber: true },
  trueAmount: { label: "true_amount", value: "0.01" },
  currency: { label: "Currency", value: "JPY" },
  transactionId: { label: "transaction_id", value: "1" },
  orderId: { label: "Order (empty is any)" },
  count: { label: "payment_period_count (empty is none)", value: "0" },
  subscriptionId: { label: "payment_transaction_id", value: "1" },
  state: { label: "trade_state", value: "NOTPAY" },
  as: { label: "As" },
  when: {
    label: "When",
    choices: [
      ["after", "after it takes effect"],
      ["before", "before it takes effect"],
    ],
  },
  operation: {
    label: "Call",
    choices: [
      ["", "every call"],
      ["query", "query"],
      ["refund", "refund"],
      ["refund_query", "refund query"],
      ["cancel", "cancellation"],
    ],
  },
};

const usualSeconds: Partial<Record<FaultKind, string>> = {
  delay: "30",
  slow_response: "15",
  slow_reply: "15",
  slow_refund: "600",
};

/** Returns the fields of a fault's form: its settings, except those that only scripts need. */
export function listFaultFields(kind: FaultKind): readonly FaultField[] {
  return Object.keys(faultSettings[kind]).flatMap((name) => {
    const field = fieldsByName[name];
    if (!field) return [];
    if (name === "seconds") return { name, ...field, value: usualSeconds[kind] ?? "1" };
    return name === "as" ? { name, ...field, choices: listBreakages(kind) } : { name, ...field };
  });
}

function listBreakages(kind: FaultKind) {
  const breakages = kind === "broken_reply" ? operationReplyBreakages : saleResponseBreakages;
  return breakages.map((breakage) => [breakage, breakage.replaceAll("_", " ")] as const);
}
