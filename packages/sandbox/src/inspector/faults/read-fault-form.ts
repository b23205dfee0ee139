import { type FaultInput, type FaultKind, type FaultScopeInput, faultSchema } from "../../faults/fault.ts";
import { findMerchant } from "../../merchants.ts";
import { faultCatalogue } from "./fault-catalogue.ts";
import { type FaultField, listFaultFields } from "./fault-fields.ts";

/** The scope of the faults on the page, from its address. */
export interface ScopeChoice {
  readonly scope: FaultScopeInput;
  /** The scope in the sentences of the page: "the next sale". */
  readonly says: string;
  /** The scope in the page's address. */
  readonly query: Readonly<Record<string, string>>;
}

const nextSaleScope: ScopeChoice = {
  scope: { of: "next", sales: 1 },
  says: "the next sale",
  query: { of: "next" },
};

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
  return nextSaleScope;
}

export function faultsPagePath({ query }: ScopeChoice): string {
  return `/faults?${new URLSearchParams(query)}`;
}

/** The entered values of a fault's form, and the problem. */
export interface FaultFormProblem {
  readonly kind: FaultKind;
  readonly field: string;
  readonly says: string;
  readonly typed: Readonly<Record<string, string>>;
}

export type FaultFormResult =
  | { readonly fault: FaultInput }
  | { readonly problem: FaultFormProblem }
  | undefined;

/** Returns undefined if the form does not belong to this page. */
export function readFaultForm(form: URLSearchParams): FaultFormResult {
  const kind = form.get("kind");
  if (kind === null || !isFaultKind(kind)) return undefined;
  const fields = listFaultFields(kind);
  const typed = Object.fromEntries(fields.map(({ name }) => [name, (form.get(name) ?? "").trim()]));
  const settings = fields.flatMap((field) => {
    const text = typed[field.name] ?? "";
    return text === "" ? [] : [[field.name, parseValue(field, text)]];
  });
  const read = faultSchema.safeParse({ kind, ...Object.fromEntries(settings) });
  if (read.success) return { fault: read.data };
  const [issue] = read.error.issues;
  const field = String(issue?.path[0] ?? fields[0]?.name ?? "");
  return { problem: { kind, field, says: formatProblem(issue?.message ?? "This is not right"), typed } };
}

function isFaultKind(name: string): name is FaultKind {
  return Object.hasOwn(faultCatalogue, name);
}

function parseValue({ name, isNumber }: FaultField, text: string): string | number | boolean {
  if (name === "together") return true;
  if (!isNumber) return text;
  // `Number` would convert an empty text to 0.
  return /^[\d.]+$/.test(text) ? Number(text) : Number.NaN;
}

function formatProblem(message: string): string {
  return `${message.replace("Invalid input: expected number, received NaN", "Write a number")}.`;
}
