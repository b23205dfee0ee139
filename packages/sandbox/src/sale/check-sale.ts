import type { SubmittedCard } from "../card-outcome.ts";
import type { Merchant } from "../merchants.ts";
import { findFormatProblem } from "./field-formats.ts";
import {
  cardFieldNames,
  fieldNames,
  findOmittedLenientFields,
  findPresence,
  findPresenceRuleId,
} from "./field-presence.ts";
import { parseProducts, type SubmittedItem, trimQuantities } from "./product-list.ts";
import { printableFieldName } from "./read-form.ts";
import { RejectedSaleError } from "./rejected-sale-error.ts";
import { parsePlan, type SubscriptionPlan } from "./subscription-plan.ts";

/** A sale with valid fields. */
export interface Sale {
  readonly orderId: string;
  readonly amount: string;
  readonly currency: string;
  readonly notifyUrl: string;
  readonly callbackUrl: string;
  readonly shopUrl: string;
  readonly items: readonly SubmittedItem[];
  readonly card?: SubmittedCard;
  readonly plan?: SubscriptionPlan;
  /** Empty if the buyer chooses. */
  readonly method: string;
  readonly appScheme: string;
  readonly language: string;
}

/** How strictly sales are checked: as the protocol is written, or as for shops whose SDK leaves fields out. */
export type SaleStrictness = "strict" | "lenient";

export interface CheckedSale {
  readonly sale: Sale;
  /** Oddities of an accepted sale, as sentences. They contain no value of a field. */
  readonly warnings: readonly string[];
  /** The problems for which a strict gateway refuses the sale. Empty without the profile `lenient`. */
  readonly strictProblems: readonly string[];
}

type SaleForm = ReadonlyMap<string, string>;

const maxProblems = 6;

/**
 * Checks every field of the merchant's variant. A lenient check accepts a sale without some of the fields, and quantities with blanks.
 *
 * @throws RejectedSaleError, which names each invalid field and its rule
 */
export function checkSale(
  form: SaleForm,
  merchant: Merchant,
  acceptance: SaleStrictness = "strict",
): CheckedSale {
  const isLenient = acceptance === "lenient";
  const omitted = isLenient ? findOmittedLenientFields(form, merchant.variant) : [];
  const given = new Map([...form].filter(([name]) => !omitted.includes(name)));
  return {
    sale: checkGivenFields(isLenient ? trimProductQuantities(given) : given, { merchant, omitted }),
    warnings: findWarnings(given),
    strictProblems: [
      ...omitted.map((name) => describeOmission(name, merchant)),
      ...(isLenient ? findProductProblems(given) : []),
    ],
  };
}

function trimProductQuantities(form: SaleForm): SaleForm {
  const products = form.get("pay_productname");
  return products ? new Map([...form, ["pay_productname", trimQuantities(products)]]) : form;
}

function findProductProblems(form: SaleForm): string[] {
  const products = readIfPresent(form, "pay_productname", parseProducts);
  return products && "problem" in products ? [`pay_productname: ${products.problem}`] : [];
}

function checkGivenFields(
  form: SaleForm,
  { merchant, omitted }: { merchant: Merchant; omitted: readonly string[] },
): Sale {
  const wanted = fieldNames.filter((name) => !omitted.includes(name));
  const problems = [
    ...findUnlistedFields(form, merchant),
    ...wanted.flatMap((name) => findFieldProblems(form, name, merchant)),
    ...findCardProblems(form, merchant),
  ];
  const products = readIfPresent(form, "pay_productname", parseProducts);
  if (products && "problem" in products) problems.push(`pay_productname: ${products.problem}`);
  const plan = readIfPresent(form, "subscription_plan", parsePlan);
  if (plan && "problem" in plan) problems.push(`subscription_plan: ${plan.problem}`);
  if (problems.length > 0) throw new RejectedSaleError(summarizeProblems(problems));
  return {
    ...readPlainFields(form),
    ...readCard(form),
    items: products && "items" in products ? products.items : [],
    ...(plan && "plan" in plan ? { plan: plan.plan } : {}),
  };
}

/** One listing of the specification says 20 characters. */
const usualOrderIdLength = 20;

/** Some gateways refuse these sales. */
function findWarnings(form: SaleForm): string[] {
  const { length } = [...(form.get("pay_orderid") ?? "")];
  if (length <= usualOrderIdLength) return [];
  return [
    `pay_orderid has ${length} characters, and some gateways accept only ${usualOrderIdLength}. Send a shorter order ID (REQ-ORDERID).`,
  ];
}

/** The specification marks `pay_type` of a subscription as optional, but it selects the variant. */
function describeOmission(name: string, { variant }: Merchant): string {
  const why = name === "pay_type" ? "is required, because it selects the variant" : "is required";
  return `${name}: ${why} (${findPresenceRuleId(name, variant)})`;
}

function findUnlistedFields(form: SaleForm, { id, variant }: Merchant): string[] {
  return [...form.keys()]
    .filter((name) => findPresence(name, variant) === "unlisted")
    .map((name) => {
      const rule = findPresenceRuleId(name, variant);
      return `${printableFieldName(name)}: not a field of the ${variant} variant, which merchant ${id} serves (${rule})`;
    });
}

function findFieldProblems(form: SaleForm, name: string, { variant }: Merchant): string[] {
  const presence = findPresence(name, variant);
  if (presence === "unlisted") return [];
  const value = form.get(name) ?? "";
  if (value.trim() === "" && presence === "required") {
    return [`${name}: is required (${findPresenceRuleId(name, variant)})`];
  }
  const problem = value === "" ? undefined : findFormatProblem(name, value, variant);
  return problem ? [`${name}: ${problem}`] : [];
}

/** An optional card must be complete: all four fields or none. */
function findCardProblems(form: SaleForm, { variant }: Merchant): string[] {
  if (findPresence("pay_cardno", variant) !== "optional") return [];
  const missing = cardFieldNames.filter((name) => !form.get(name));
  if (missing.length === 0 || missing.length === cardFieldNames.length) return [];
  return missing.map((name) => `${name}: is required once any card field is sent (REQ-CARD)`);
}

function readPlainFields(form: SaleForm) {
  const value = (name: string) => form.get(name) ?? "";
  return {
    orderId: value("pay_orderid"),
    amount: value("pay_amount"),
    currency: value("pay_currency"),
    notifyUrl: value("pay_notifyurl"),
    callbackUrl: value("pay_callbackurl"),
    shopUrl: value("pay_url"),
    method: value("pay_method"),
    appScheme: value("pay_app_scheme"),
    language: readLanguageCode(value("pay_language")),
  };
}

function readCard(form: SaleForm): { card?: SubmittedCard } {
  const [number, month, year] = cardFieldNames.map((name) => form.get(name));
  return number && month && year ? { card: { number, month, year } } : {};
}

function readIfPresent<T>(form: SaleForm, name: string, read: (value: string) => T): T | undefined {
  const value = form.get(name);
  return value ? read(value) : undefined;
}

function summarizeProblems(problems: readonly string[]): string {
  const more = problems.length - maxProblems;
  return problems.slice(0, maxProblems).join("; ") + (more > 0 ? `; and ${more} more` : "");
}

/**
 * Returns the first letters of a language tag and nothing else, because the field can contain any text, even a card
 * number.
 */
function readLanguageCode(language: string): string {
  return /^[a-z]{2,3}(?![a-z0-9])/i.exec(language)?.[0].toLowerCase() ?? "";
}
