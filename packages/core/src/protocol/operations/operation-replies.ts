import type { Platform } from "../../platform.ts";
import type { MessageType } from "../messages/message-types.ts";
import { verifyMessage } from "../messages/verify-message.ts";
import { NotificationRefusal } from "../notification/notification-refusal.ts";
import { maskGatewayMessageText, parseGatewayJson } from "../parse-gateway-json.ts";
import { type NoAnswer, postForm } from "../post-form.ts";
import type { AllowedSigns, KeyRing, SignRule } from "../signature/notification-sign.ts";
import type { FormField } from "../signature/request-sign.ts";
import type {
  MerchantAndAttemptId,
  OperationPathAndSignedFields,
  OperationSigning,
} from "./operation-form.ts";

/** Why a reply proves nothing (OPS-REPLY). */
export type UnverifiedReason =
  /** It has no sign. */
  | "unsigned"
  /** Its sign matches no key of the merchant. */
  | "mismatch"
  /** It names another merchant or another order. */
  | "foreign"
  /** A required field is missing or not signed, it is the reply to another call, or the signed text can be read in two ways. */
  | "malformed";

/** Replies that decide nothing, for every call. */
export type UndecidedReply =
  | { readonly outcome: "unverified"; readonly reason: UnverifiedReason }
  /** The gateway did not accept the request. This reply has no sign. `text` is the gateway's, for people. */
  | { readonly outcome: "rejected"; readonly text?: string }
  | { readonly outcome: "unknown"; readonly reason: "empty" | "not_json" };

/** What the reply to a call must be about, and who can have signed it. */
export interface ExpectedReply extends MerchantAndAttemptId, AllowedSigns {}

/** The signed fields of a verified reply, as texts. A field that the reply does not sign is an empty text. */
interface ReplyFields {
  get(name: string): string;
}

/**
 * Reads the body of an HTTP 200 reply (OPS-REPLY). Fields count only if the merchant's key signed them and they name this merchant and this
 * order. Never throws.
 */
function readReplyFields(
  type: MessageType,
  body: string,
  expected: ExpectedReply,
): ReplyFields | UndecidedReply {
  const object = parseGatewayJson(body, {
    numbers: "as text",
    isAnswer: (found) => Object.hasOwn(found, "sign") || found.status === "error",
  });
  if (typeof object === "string") return { outcome: "unknown", reason: object };
  const fields = textFields(object);
  if (!fields.has("sign") && object.status === "error")
    return { outcome: "rejected", ...maskGatewayMessageText(object.msg) };
  return verifyFields(type, fields, expected);
}

/** Only texts and numbers can be signed. Null and an empty text are the same as no field (SIG-EMPTY). */
function textFields(object: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(object).flatMap(([name, value]) =>
      typeof value === "string" && value !== "" ? [[name, value] as const] : [],
    ),
  );
}

function verifyFields(
  type: MessageType,
  fields: ReadonlyMap<string, string>,
  { merchantId, attemptId, ...allowed }: ExpectedReply,
): ReplyFields | UndecidedReply {
  const unverified = (reason: UnverifiedReason): UndecidedReply => ({ outcome: "unverified", reason });
  try {
    const { signed } = verifyMessage(type, { fields }, allowed);
    const isOwn = signed("memberid") === merchantId && signed("orderid") === attemptId;
    return isOwn ? { get: signed } : unverified("foreign");
  } catch (error) {
    if (!(error instanceof NotificationRefusal)) throw error;
    return unverified(error.code === "unsigned" || error.code === "mismatch" ? error.code : "malformed");
  }
}

/** The payment that a call is about, the merchant whose key signs the call and its reply, and the form of the call. */
export interface OperationTarget {
  readonly attempt: MerchantAndAttemptId;
  readonly merchant: { readonly keys: KeyRing };
  readonly operation: OperationPathAndSignedFields;
}

/** What a call sends, and how its reply is read. */
interface OperationCall<Reply> {
  build(subject: MerchantAndAttemptId, signing: Required<OperationSigning>): readonly FormField[];
  read(body: string, expected: ExpectedReply): Reply;
}

/** What a call needs of the engine. `timeout`: seconds. */
interface OperationCaller {
  readonly platform: Platform;
  readonly settings: {
    readonly gateway: string;
    readonly timeout: number;
    readonly signRules: readonly SignRule[];
  };
}

/** Sends one call, and returns the gateway's reply, or why there is none. Never repeats it. Never throws. */
export async function callOperation<Reply>(
  { platform, settings: { gateway, timeout, signRules: rules } }: OperationCaller,
  { attempt: { merchantId, attemptId }, merchant: { keys }, operation }: OperationTarget,
  { build, read }: OperationCall<Reply>,
): Promise<Reply | NoAnswer> {
  const subject = { merchantId, attemptId };
  const form = build(subject, { key: keys.current, operation });
  const url = `${gateway}${operation.path}`;
  const answer = await postForm(platform, { url, form, timeout: timeout * 1000 });
  return answer.outcome === "unknown" ? answer : read(answer.body, { ...subject, keys, rules });
}

export type CancelReply =
  /** The gateway charges no further cycle (CAN-REPLY). */
  | { readonly outcome: "cancelled"; readonly lastCycle: string }
  | { readonly outcome: "refused"; readonly text?: string }
  | UndecidedReply;

/**
 * Reads the body of an HTTP 200 reply to a cancellation. The status decides, never the text, and both documented spellings count
 * (CAN-REPLY). Never throws.
 */
export function readCancelReply(body: string, expected: ExpectedReply): CancelReply {
  const fields = readReplyFields("cancel-reply", body, expected);
  if ("outcome" in fields) return fields;
  switch (fields.get("status").toLowerCase()) {
    case "success":
    case "succeeded":
      return { outcome: "cancelled", lastCycle: fields.get("payment_period_count") };
    case "error":
    case "fail":
      return { outcome: "refused", ...maskGatewayMessageText(fields.get("msg")) };
    default:
      return { outcome: "unverified", reason: "malformed" };
  }
}

/** The refund that a verified reply is about. Texts are as received, and empty if the reply does not have the field. */
export interface ReportedRefund {
  readonly transactionId: string;
  /** The gateway's ID of the refund, `refund_orderid`. */
  readonly refundId: string;
  readonly refundAmount: string;
  readonly currency: string;
}

export type RefundReply =
  /** The gateway takes the refund. The refund is not complete (RFD-REPLY). */
  | { readonly outcome: "accepted"; readonly refund: ReportedRefund }
  | { readonly outcome: "refused"; readonly code: string; readonly text?: string }
  | UndecidedReply;

export type RefundQueryReply =
  | {
      readonly outcome: "succeeded" | "requested" | "failed";
      readonly refund: ReportedRefund;
      readonly text?: string;
    }
  /** A state that the family does not document, or none. */
  | { readonly outcome: "unrecognized"; readonly status: string }
  | UndecidedReply;

/** Reads the body of an HTTP 200 reply to a refund (RFD-REPLY). Never throws. */
export function readRefundReply(body: string, expected: ExpectedReply): RefundReply {
  const fields = readReplyFields("refund-reply", body, expected);
  if ("outcome" in fields) return fields;
  const code = fields.get("returncode");
  if (code === "") return { outcome: "unverified", reason: "malformed" };
  if (code !== "00")
    return { outcome: "refused", code, ...maskGatewayMessageText(fields.get("refund_message")) };
  const refund = reportedRefund(fields);
  // Without its ID nobody can ask for this refund again.
  if (refund.refundId === "") return { outcome: "unverified", reason: "malformed" };
  return { outcome: "accepted", refund };
}

const refundStates = new Map([
  ["1", "succeeded"],
  ["2", "requested"],
  ["3", "failed"],
] as const);

/** Reads the body of an HTTP 200 reply to a refund query (RFQ-STATE). Never throws. */
export function readRefundQueryReply(body: string, expected: ExpectedReply): RefundQueryReply {
  const fields = readReplyFields("refund-query-reply", body, expected);
  if ("outcome" in fields) return fields;
  const status = fields.get("refund_status");
  const outcome = refundStates.get(status as "1" | "2" | "3");
  if (outcome === undefined) return { outcome: "unrecognized", status };
  return { outcome, refund: reportedRefund(fields), ...maskGatewayMessageText(fields.get("refund_message")) };
}

function reportedRefund(fields: { get(name: string): string }): ReportedRefund {
  return {
    transactionId: fields.get("transaction_id"),
    refundId: fields.get("refund_orderid"),
    refundAmount: fields.get("refund_amount"),
    currency: fields.get("currency"),
  };
}

/** All states that a query can report. The list is closed. */
export const tradeStates = ["not-paid", "pending", "failed", "paid", "refunded", "unrecognized"] as const;

/**
 * What a query says of the order (QRY-STATE). `unrecognized`: a state that the family does not document. The field `returncode` of a reply
 * says only that the query itself worked, so it is never read.
 */
export type TradeState = (typeof tradeStates)[number];

/** A verified reply to a query. Texts are as received, and empty if the reply does not have the field. */
export interface QueryReport {
  readonly state: TradeState;
  /** The state as received, `trade_state`. */
  readonly tradeState: string;
  readonly amount: string;
  readonly trueAmount: string;
  /** Without it, nobody can compare the amounts, so the reply pays nothing (QRY-AMOUNT). */
  readonly currency: string;
  readonly transactionId: string;
  /** When the order was paid, as received, without a time zone. */
  readonly timeEnd: string;
}

export type QueryReply = { readonly outcome: "reported"; readonly report: QueryReport } | UndecidedReply;

/** The documented states, and the other spellings of them that public integrations handle (QRY-STATE). */
const stateOf: ReadonlyMap<string, TradeState> = new Map([
  ["NOTPAY", "not-paid"],
  ["UNPAID", "not-paid"],
  ["PENDING", "pending"],
  ["FAIL", "failed"],
  ["FAILED", "failed"],
  ["SUCCESS", "paid"],
  ["SUCCEEDED", "paid"],
  ["PAID", "paid"],
  ["REFUND", "refunded"],
  ["REFUNDED", "refunded"],
]);

/** Reads the body of an HTTP 200 reply to a query. Never throws. */
export function readQueryReply(body: string, expected: ExpectedReply): QueryReply {
  const fields = readReplyFields("query-reply", body, expected);
  if ("outcome" in fields) return fields;
  const tradeState = fields.get("trade_state");
  const report = {
    state: stateOf.get(tradeState.toUpperCase()) ?? "unrecognized",
    tradeState,
    amount: fields.get("amount"),
    trueAmount: fields.get("true_amount"),
    currency: fields.get("true_currency") || fields.get("currency"),
    transactionId: fields.get("transaction_id"),
    timeEnd: fields.get("time_end"),
  };
  return { outcome: "reported", report };
}
