import type { SubmittedCard } from "../cards.ts";
import type { Merchant } from "../merchants.ts";
import { formatProblem } from "./field-formats.ts";
import { cardFields, fieldNames, presenceOf, presenceRule } from "./field-table.ts";
import { type Item, readProducts } from "./product-list.ts";
import { printable } from "./read-form.ts";
import { Refused } from "./refused.ts";
import { type Plan, readPlan } from "./subscription-plan.ts";

/** A submission whose every field has been checked. */
export interface Sale {
  readonly orderNumber: string;
  readonly amount: string;
  readonly currency: string;
  readonly notifyUrl: string;
  readonly callbackUrl: string;
  readonly shopUrl: string;
  readonly items: readonly Item[];
  readonly card?: SubmittedCard;
  readonly plan?: Plan;
  /** Empty when the buyer shall choose. */
  readonly method: string;
  readonly appScheme: string;
  readonly language: string;
}

type Form = ReadonlyMap<string, string>;

const maxProblems = 6;

/** Checks every field of the merchant's variant. Throws Refused, which names each field and the rule it breaks. */
export function checkSale(form: Form, merchant: Merchant): Sale {
  const problems = [
    ...unlistedProblems(form, merchant),
    ...fieldNames.flatMap((name) => fieldProblems(form, name, merchant)),
    ...cardProblems(form, merchant),
  ];
  const products = filled(form, "pay_productname", readProducts);
  const plan = filled(form, "subscription_plan", readPlan);
  if (products && "problem" in products) problems.push(`pay_productname: ${products.problem}`);
  if (plan && "problem" in plan) problems.push(`subscription_plan: ${plan.problem}`);
  if (problems.length > 0) throw new Refused(summary(problems));
  return {
    ...plainFields(form),
    ...cardOf(form),
    items: products && "items" in products ? products.items : [],
    ...(plan && "plan" in plan ? { plan: plan.plan } : {}),
  };
}

function unlistedProblems(form: Form, { id, variant }: Merchant): string[] {
  return [...form.keys()]
    .filter((name) => presenceOf(name, variant) === "unlisted")
    .map((name) => {
      const rule = presenceRule(name, variant);
      return `${printable(name)}: not a field of the ${variant} variant, which merchant ${id} serves (${rule})`;
    });
}

function fieldProblems(form: Form, name: string, { variant }: Merchant): string[] {
  const presence = presenceOf(name, variant);
  if (presence === "unlisted") return [];
  const value = form.get(name) ?? "";
  if (value.trim() === "" && presence === "required") {
    return [`${name}: is required (${presenceRule(name, variant)})`];
  }
  const problem = value === "" ? undefined : formatProblem(name, value, variant);
  return problem ? [`${name}: ${problem}`] : [];
}

/** Where a card is optional it is still a whole card: the four fields come together. */
function cardProblems(form: Form, { variant }: Merchant): string[] {
  if (presenceOf("pay_cardno", variant) !== "optional") return [];
  const missing = cardFields.filter((name) => !form.get(name));
  if (missing.length === 0 || missing.length === cardFields.length) return [];
  return missing.map((name) => `${name}: is required once any card field is sent (REQ-CARD)`);
}

function plainFields(form: Form) {
  const value = (name: string) => form.get(name) ?? "";
  return {
    orderNumber: value("pay_orderid"),
    amount: value("pay_amount"),
    currency: value("pay_currency"),
    notifyUrl: value("pay_notifyurl"),
    callbackUrl: value("pay_callbackurl"),
    shopUrl: value("pay_url"),
    method: value("pay_method"),
    appScheme: value("pay_app_scheme"),
    language: codeOf(value("pay_language")),
  };
}

function cardOf(form: Form): { card?: SubmittedCard } {
  const [number, month, year] = cardFields.map((name) => form.get(name));
  return number && month && year ? { card: { number, month, year } } : {};
}

function filled<T>(form: Form, name: string, read: (value: string) => T): T | undefined {
  const value = form.get(name);
  return value ? read(value) : undefined;
}

function summary(problems: readonly string[]): string {
  const more = problems.length - maxProblems;
  return problems.slice(0, maxProblems).join("; ") + (more > 0 ? `; and ${more} more` : "");
}

/** The letters that a language tag begins with, and nothing else: the field takes any text, a card's number too. */
function codeOf(language: string): string {
  return /^[a-z]{2,3}(?![a-z0-9])/i.exec(language)?.[0].toLowerCase() ?? "";
}
