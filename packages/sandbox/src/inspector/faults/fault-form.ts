import { type FaultDescription, listFaultDescriptions } from "../../fault-descriptions.ts";
import {
  type FaultInput,
  type FaultKind,
  type FaultScopeInput,
  faultSchema,
  operationReplyBreakages,
  saleResponseBreakages,
} from "../../faults/fault.ts";
import { findMerchant } from "../../merchants.ts";
import { operationNames } from "../../operation-names.ts";
import { FieldProblem } from "../inspector-page.tsx";

/** The scope of the faults on the page, from its address. */
export interface ScopeChoice {
  readonly scope: FaultScopeInput;
  /** The scope in the sentences of the page: "the next sale". */
  readonly says: string;
  /** The scope in the page's address. */
  readonly query: Readonly<Record<string, string>>;
}

/** Reads the scope. Unknown values mean the next sale, which has the smallest effect. */
export function readScopeChoice(query: (name: string) => string | undefined): ScopeChoice {
  const of = query("of");
  const merchant = findMerchant(query("merchant") ?? of?.replace("merchant-", "") ?? "");
  const orderId = query("order");
  if (of === "all") return { scope: { of }, says: "every sale", query: { of } };
  if (of === "order" && orderId) {
    return {
      scope: { of, orderId, ...(merchant ? { merchantId: merchant.id } : {}) },
      says: `order ${orderId}`,
      query: { of, order: orderId, ...(merchant ? { merchant: merchant.id } : {}) },
    };
  }
  if (of?.startsWith("merchant") && merchant) {
    return {
      scope: { of: "merchant", merchantId: merchant.id },
      says: `every sale of merchant ${merchant.id}`,
      query: { of: `merchant-${merchant.id}` },
    };
  }
  return { scope: { of: "next", sales: 1 }, says: "the next sale", query: { of: "next" } };
}

/** A field of a fault's form: one of its settings. */
export interface FaultField {
  readonly name: string;
  readonly label: string;
  readonly type: FaultDescription["settings"][number]["type"];
  /** The text at first. */
  readonly value?: string;
  readonly choices?: readonly (readonly [value: string, label: string])[];
}

const toChoices = (words: readonly string[]) =>
  words.map((word) => [word, word.replaceAll("_", " ")] as const);

const fieldsByName: Readonly<Record<string, Omit<FaultField, "name" | "type">>> = {
  copies: { label: "Copies", value: "2" },
  together: {
    label: "How",
    choices: [
      ["", "one after another"],
      ["yes", "together, in one moment"],
    ],
  },
  seconds: { label: "Seconds", value: "1" },
  tries: { label: "Tries (empty is all)" },
  attempts: { label: "Times that it is declined (empty is always)" },
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
  operation: { label: "Call", choices: [["", "every call"], ...toChoices(operationNames)] },
};

/** What the settings of some kinds have instead. */
const fieldsByKind: Partial<Record<FaultKind, Readonly<Record<string, Partial<FaultField>>>>> = {
  delay: { seconds: { value: "30" } },
  slow_response: { seconds: { value: "15" } },
  slow_reply: { seconds: { value: "15" } },
  slow_refund: { seconds: { value: "600" } },
  broken_response: { as: { choices: toChoices(saleResponseBreakages) } },
  broken_reply: { as: { choices: toChoices(operationReplyBreakages) } },
};

/** Returns the fields of a fault's form: its settings, except those that only scripts need. */
export function listFaultFields({ kind, settings }: FaultDescription): readonly FaultField[] {
  return settings.flatMap(({ name, type }) => {
    const field = fieldsByName[name];
    return field ? { name, type, ...field, ...fieldsByKind[kind]?.[name] } : [];
  });
}

/** Reads the form of a fault. Returns undefined if there is no such fault. Throws FieldProblem. */
export function readFaultForm(form: URLSearchParams): FaultInput | undefined {
  const description = listFaultDescriptions().find(({ kind }) => kind === form.get("kind"));
  if (description === undefined) return undefined;
  const fields = listFaultFields(description);
  const settings = fields.flatMap(({ name, type }) => {
    const text = (form.get(name) ?? "").trim();
    return text === "" ? [] : [[name, parseSetting(text, type)]];
  });
  const read = faultSchema.safeParse({ kind: description.kind, ...Object.fromEntries(settings) });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const message = issue?.message ?? "This is not right";
  throw new FieldProblem(
    String(issue?.path[0] ?? fields[0]?.name ?? ""),
    message.replace("Invalid input: expected number, received NaN", "Write a number"),
  );
}

function parseSetting(text: string, type: FaultField["type"]): string | number | boolean {
  if (type === "boolean") return true;
  if (type === "text") return text;
  // `Number` would convert an empty text to 0.
  return /^[\d.]+$/.test(text) ? Number(text) : Number.NaN;
}
