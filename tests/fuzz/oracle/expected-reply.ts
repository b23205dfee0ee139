import type { AttemptTerms } from "./attempt-terms.ts";
import { type DecodedBody, decodeBody, type Reading } from "./decode-body.ts";
import { isSignedNotification, protocolNames } from "./message-types.ts";
import { isSigned, type SignRule, signPairs } from "./notification-sign.ts";
import type { VerifiedFact } from "./verified-fact.ts";

/** The words of REP-REFUSAL for a POST, with their status. */
export const refusalStatus = {
  malformed: 400,
  unsigned: 401,
  mismatch: 401,
  foreign: 403,
  unknown: 404,
  large: 413,
} as const;
type RefusalWord = keyof typeof refusalStatus;

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
}

const bodyLimit = 32_768;

interface Known {
  /** The attempt at this address; undefined when no attempt has this number and token. */
  readonly terms: AttemptTerms | undefined;
  /** Whether another sale of the shop has this gateway order ID. */
  isOtherSale(attemptId: string): boolean;
}

/** Decides what a notification is worth, from docs/reference/protocol.md alone. */
export function findExpectedReply(message: NotifyRequest, known: Known): ExpectedReply {
  if (known.terms === undefined) return refused("unknown");
  if (message.body.length > bodyLimit) return refused("large");
  return judge({ ...known, terms: known.terms, body: decodeBody(message.body, message.contentType) });
}

interface Judging extends Known {
  readonly terms: AttemptTerms;
  readonly body: DecodedBody;
}

function judge({ terms, isOtherSale, body }: Judging): ExpectedReply {
  const alsoAllowed = new Set<RefusalWord>(body.mayBeRefused ? ["malformed"] : []);
  const verdicts = body.readings.map((reading) => judgeReading(reading, { terms, isOtherSale }));
  const taken = verdicts.find(({ fact }) => fact !== undefined);
  if (taken !== undefined) return { ...taken, alsoAllowed };
  if (verdicts.length === 0) return refused("malformed");
  return {
    refusals: new Set(verdicts.flatMap(({ refusals }) => [...refusals])),
    alsoAllowed,
    fact: undefined,
  };
}

function refused(...words: RefusalWord[]): ExpectedReply {
  return { refusals: new Set(words), alsoAllowed: new Set(), fact: undefined };
}

function judgeReading(reading: Reading, { terms, isOtherSale }: Omit<Judging, "body">): ExpectedReply {
  const fields = new Map(reading.fields);
  const rule = terms.rules.find(signTester(reading, terms));
  const foreign = identityFaults(fields, terms, isOtherSale);
  if (rule === undefined) return refused(fields.get("sign") ? "mismatch" : "unsigned", ...foreign);
  const signed = new Set(reading.fields.filter((field) => isSigned(rule, field)).map(([name]) => name));
  const words = [...foreign, ...textFaults(fields, signed), ...fieldFaults(fields, signed)];
  if (words.length > 0) return refused(...words);
  const isCycleUnsigned = rule === "nine" && terms.cycles > 0;
  return { ...refused(), fact: factOf(fields, { signed, isCycleUnsigned }) };
}

/** Any of the keys, in upper or lower case (NSIG-CASE), over the text or the bytes that were sent (NOT-CHARSET). */
function signTester({ fields, bytes }: Reading, { keys }: AttemptTerms): (rule: SignRule) => boolean {
  const sign = new Map(fields).get("sign") ?? "";
  if (!/^[0-9A-Fa-f]{32}$/.test(sign)) return () => false;
  const [signable, encoding] =
    bytes === undefined ? ([fields, "utf8"] as const) : ([bytes, "latin1"] as const);
  return (rule) => {
    const signed = signable.filter((field) => isSigned(rule, field));
    return keys.some((key) => signPairs(signed, key, encoding) === sign.toUpperCase());
  };
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

const freeTexts = new Set(["attach", "msg"]);

/** What gives the signing text a second reading (NSIG-AMBIGUOUS). */
function textFaults(fields: ReadonlyMap<string, string>, signed: ReadonlySet<string>): RefusalWord[] {
  const isAmbiguous = [...signed].some((name) => {
    if (!/^\w{1,100}$/.test(name)) return true;
    const [, ...further] = (fields.get(name) ?? "").split("&");
    return freeTexts.has(name) ? further.some(readsAsField) : further.length > 0;
  });
  return isAmbiguous ? ["malformed"] : [];
}

function readsAsField(part: string): boolean {
  const begun = part.slice(0, Math.max(part.indexOf("="), 0));
  return protocolNames.has(begun) || begun === "key";
}

/** The type (MSG-TYPE) and the fields that it needs (NOT-FIELDS): signed, empty, or an amount of `0` (MSG-VERIFY). */
function fieldFaults(fields: ReadonlyMap<string, string>, signed: ReadonlySet<string>): RefusalWord[] {
  const isComplete = ["amount", "true_amount", "transaction_id"].every((name) => {
    const isZero = name !== "transaction_id" && fields.get(name) === "0";
    return signed.has(name) || fields.get(name) === "" || isZero;
  });
  const hasTransaction = fields.get("returncode") !== "00" || fields.get("transaction_id") !== "";
  return isSignedNotification(signed) && isComplete && hasTransaction ? [] : ["malformed"];
}

interface Counting {
  readonly signed: ReadonlySet<string>;
  /** The fields of a subscription count although they are not signed (MSG-VERIFY). */
  readonly isCycleUnsigned: boolean;
}

function factOf(fields: ReadonlyMap<string, string>, { signed, isCycleUnsigned }: Counting): VerifiedFact {
  const value = (name: string) =>
    signed.has(name) || fields.get(name) === "0" ? (fields.get(name) ?? "") : "";
  const optional = (name: string, counts = signed.has(name)) => (counts && fields.get(name)) || undefined;
  const cycle = (name: string) => optional(name, signed.has(name) || isCycleUnsigned);
  return {
    order: value("orderid"),
    code: value("returncode"),
    amount: value("amount"),
    trueAmount: value("true_amount"),
    currency: optional("currency"),
    transaction: value("transaction_id"),
    alert: optional("alert_type"),
    count: cycle("payment_period_count"),
    subscription: cycle("payment_transaction_id"),
    enabled: optional("enabled", signed.has("enabled") || fields.get("enabled") === "0"),
    datetime: value("datetime"),
  };
}
