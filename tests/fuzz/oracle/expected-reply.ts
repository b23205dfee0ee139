import type { AttemptTerms } from "./attempt-terms.ts";
import { type DecodedForm, decodeForm } from "./decode-form.ts";
import { signNotification } from "./notification-sign.ts";
import { type SignStrength, signStrength } from "./sign-strength.ts";
import type { VerifiedFact } from "./verified-fact.ts";

/** The words of REP-REFUSAL with their status. */
export const refusalStatus = {
  malformed: 400,
  unsigned: 401,
  mismatch: 401,
  foreign: 403,
  unknown: 404,
  method: 405,
  large: 413,
  charset: 415,
} as const;
export type RefusalWord = keyof typeof refusalStatus;
export const refusalWords = Object.keys(refusalStatus) as readonly RefusalWord[];

/** One request to a notify address. */
export interface NotifyRequest {
  readonly attemptId: string;
  readonly token: string;
  readonly body: Buffer;
  readonly contentType: string | undefined;
}

/** How a shop must answer. */
export interface ExpectedReply {
  /** Not empty: the shop must refuse with one of these words. Empty: it must answer `OK`. */
  readonly refusals: ReadonlySet<RefusalWord>;
  /** Further words that are allowed where the document sets no limit. */
  readonly alsoAllowed: ReadonlySet<RefusalWord>;
  /** What the message reports; undefined when it must be refused. */
  readonly fact: VerifiedFact | undefined;
  /** By which rules the message can be signed; undefined when it must be refused. */
  readonly strength?: SignStrength;
}

const bodyLimit = 32_768;
const required = ["amount", "true_amount", "currency", "transaction_id", "returncode", "datetime"];

interface Known {
  /** The attempt at this address; undefined when no attempt has this number and token. */
  readonly terms: AttemptTerms | undefined;
  /** Whether another sale of the shop has this gateway order ID. */
  isOtherSale(attemptId: string): boolean;
}

/** Decides what a notification is worth, from docs/reference/protocol.md alone. */
export function findExpectedReply(message: NotifyRequest, known: Known): ExpectedReply {
  return known.terms === undefined
    ? refused("unknown")
    : judge(message, { ...known, terms: known.terms, form: decodeForm(message.body) });
}

/**
 * The same where a body parser of the host came first: some drop names that are empty, bracketed or `__proto__`, and replace what
 * is not UTF-8. What they leave must be honestly signed all the same.
 */
export function findLenientExpectedReply(message: NotifyRequest, known: Known): ExpectedReply {
  if (known.terms === undefined) return refused("unknown");
  const form = decodeForm(message.body);
  const fields = form.fields.filter(([name]) => !/[[\]]|^__proto__$|^$/.test(name));
  const isMalformed = new Map(fields).size < fields.length;
  return judge(message, { ...known, terms: known.terms, form: { ...form, fields, isMalformed } });
}

/**
 * The same when staff ask to verify a refused message again: it was kept without its attachment and without fields that the
 * protocol does not know (NSIG-MISSING).
 */
export function findExpectedRetryReply(message: NotifyRequest, known: Known): ExpectedReply {
  if (known.terms === undefined) return refused("unknown");
  const form = decodeForm(message.body);
  const fields = form.fields.filter(([name]) => name !== "attach" && protocolFields.has(name));
  return judge(message, { ...known, terms: known.terms, form: { ...form, fields } });
}

const protocolFields = new Set([
  ...required,
  "memberid",
  "orderid",
  "sign",
  "enabled",
  "payment_transaction_id",
  "payment_period_count",
  "alert_type",
]);

interface Judging extends Known {
  readonly terms: AttemptTerms;
  readonly form: DecodedForm;
}

function judge(message: NotifyRequest, { terms, isOtherSale, form }: Judging): ExpectedReply {
  const outer: RefusalWord[] = [];
  if (message.body.length > bodyLimit) outer.push("large");
  if (!isFormType(message.contentType)) outer.push("charset");
  if (form.isMalformed) return refused("malformed", ...outer);
  const fields = new Map(form.fields);
  const alsoAllowed = new Set<RefusalWord>(form.mayBeRefused ? ["malformed"] : []);
  const words = [
    ...outer,
    ...identityFaults(fields, terms, isOtherSale),
    ...signFaults(fields, terms),
    ...fieldFaults(fields),
    ...textFaults(fields),
  ];
  if (words.length > 0) return { refusals: new Set(words), alsoAllowed, fact: undefined };
  const strength = signStrength([...fields], terms.keys);
  return { refusals: new Set(), alsoAllowed, fact: factOf(fields), strength };
}

function refused(...words: RefusalWord[]): ExpectedReply {
  return { refusals: new Set(words), alsoAllowed: new Set(), fact: undefined };
}

function isFormType(contentType: string | undefined): boolean {
  const [type = "", ...parameters] = (contentType ?? "").toLowerCase().split(";");
  if (type.trim() === "" && parameters.length === 0) return true;
  const charsets = parameters.map((each) => each.trim()).filter((each) => each.startsWith("charset="));
  const isUtf8 = charsets.every((each) => /^charset="?utf-?8"?$/.test(each));
  return type.trim() === "application/x-www-form-urlencoded" && isUtf8;
}

function identityFaults(
  fields: ReadonlyMap<string, string>,
  terms: AttemptTerms,
  isOtherSale: Known["isOtherSale"],
): RefusalWord[] {
  const order = fields.get("orderid");
  if (fields.get("memberid") !== terms.memberId) return ["foreign"];
  if (order === terms.orderId) return [];
  return terms.cycles === 0 || (order !== undefined && isOtherSale(order)) ? ["foreign"] : [];
}

function signFaults(fields: ReadonlyMap<string, string>, { keys, rules }: AttemptTerms): RefusalWord[] {
  const sign = fields.get("sign") ?? "";
  if (sign === "") return ["unsigned"];
  const isRight = keys.some((key) => rules.some((rule) => signNotification([...fields], key, rule) === sign));
  return isRight ? [] : ["mismatch"];
}

/** What gives the signing text a second reading (NSIG-AMBIGUOUS). */
function textFaults(fields: ReadonlyMap<string, string>): RefusalWord[] {
  const isAmbiguous = [...fields].some(([name, value]) => {
    if (!/^\w{1,100}$/.test(name)) return true;
    const [, ...further] = name === "sign" ? [] : value.split("&");
    const readsAsField = (part: string) => {
      const equals = part.indexOf("=");
      const begun = part.slice(0, Math.max(equals, 0));
      return protocolFields.has(begun) || begun === "attach" || begun === "key";
    };
    return name === "attach" ? further.some(readsAsField) : further.length > 0;
  });
  return isAmbiguous ? ["malformed"] : [];
}

function fieldFaults(fields: ReadonlyMap<string, string>): RefusalWord[] {
  const isComplete = required.every((name) => fields.has(name)) && (fields.get("orderid") ?? "") !== "";
  const hasTransaction = fields.get("returncode") !== "00" || fields.get("transaction_id") !== "";
  return isComplete && hasTransaction ? [] : ["malformed"];
}

function factOf(fields: ReadonlyMap<string, string>): VerifiedFact {
  const value = (name: string) => fields.get(name) ?? "";
  const optional = (name: string) => fields.get(name) || undefined;
  return {
    order: value("orderid"),
    code: value("returncode"),
    amount: value("amount"),
    trueAmount: value("true_amount"),
    currency: value("currency"),
    transaction: value("transaction_id"),
    alert: optional("alert_type"),
    count: optional("payment_period_count"),
    subscription: optional("payment_transaction_id"),
    enabled: optional("enabled"),
    datetime: value("datetime"),
  };
}
