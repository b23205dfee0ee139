import { maskGatewayMessageText } from "../mask-gateway-message-text.ts";
import {
  type FreeTextAndFieldNames,
  refuseAmbiguousSigningText,
} from "../notification/refuse-ambiguous-signing-text.ts";
import { parseGatewayJson } from "../parse-gateway-json.ts";
import { type KeyRing, verifyNotificationSign } from "../signature/notification-sign.ts";
import type { MerchantAndAttemptId } from "./operation-form.ts";

/** Why a reply proves nothing (OPS-REPLY). */
export type UnverifiedReason =
  /** It has no sign. */
  | "unsigned"
  /** Its sign matches no key of the merchant. */
  | "mismatch"
  /** It names another merchant or another order. */
  | "foreign"
  /** A required field is missing, or the signed text can be read in two ways. */
  | "malformed";

/** Replies that decide nothing, for every call. */
export type UndecidedReply =
  | { readonly outcome: "unverified"; readonly reason: UnverifiedReason }
  /** The gateway did not accept the request. This reply has no sign. `text` is the gateway's, for people. */
  | { readonly outcome: "rejected"; readonly text?: string }
  | { readonly outcome: "unknown"; readonly reason: "empty" | "not_json" };

/** What the reply to a call must be about, and who can have signed it. */
export interface ExpectedReply extends MerchantAndAttemptId {
  readonly keys: KeyRing;
}

/** The fields of a verified reply, as texts. A field that the reply does not have is an empty text. */
export interface ReplyFields {
  get(name: string): string;
}

/** Texts for people. The reply to a refund repeats the shop's reason. */
const replyForm: FreeTextAndFieldNames = {
  freeText: new Set(["refund_reason", "refund_message", "msg"]),
  fieldNames: new Set([
    ...[
      "memberid",
      "orderid",
      "transaction_id",
      "returncode",
      "trade_state",
      "status",
      "refund_status",
      "sign",
    ],
    ...["amount", "true_amount", "currency", "true_currency", "time_end", "refund_orderid", "refund_amount"],
    ...["subscribe_time", "last_payment_time", "payment_transaction_id", "payment_period_count"],
  ]),
};

/**
 * Reads the body of an HTTP 200 reply (OPS-REPLY). Fields count only if the merchant's key signed them and they name this merchant and this
 * order. Never throws.
 */
export function readReplyFields(body: string, expected: ExpectedReply): ReplyFields | UndecidedReply {
  const object = parseGatewayJson(body, { numbers: "as text", isAnswer: isSignedOrRefused });
  if (typeof object === "string") return { outcome: "unknown", reason: object };
  const fields = textFields(object);
  if (!fields.has("sign") && object.status === "error")
    return { outcome: "rejected", ...maskGatewayMessageText(object.msg) };
  return verifyFields(fields, expected) ?? { get: (name) => fields.get(name) ?? "" };
}

function isSignedOrRefused(object: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(object, "sign") || object.status === "error";
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
  fields: ReadonlyMap<string, string>,
  { merchantId, attemptId, keys }: ExpectedReply,
): UndecidedReply | undefined {
  const unverified = (reason: UnverifiedReason): UndecidedReply => ({ outcome: "unverified", reason });
  if (!hasOneReading(fields)) return unverified("malformed");
  const verdict = verifyNotificationSign(fields, keys);
  if (!verdict.verified) return unverified(verdict.reason === "missing" ? "unsigned" : "mismatch");
  const isForeign = fields.get("memberid") !== merchantId || fields.get("orderid") !== attemptId;
  return isForeign ? unverified("foreign") : undefined;
}

function hasOneReading(fields: ReadonlyMap<string, string>): boolean {
  try {
    refuseAmbiguousSigningText(fields, replyForm);
    return true;
  } catch {
    return false;
  }
}
