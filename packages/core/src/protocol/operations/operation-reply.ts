import { maskGatewayMessageText } from "../mask-gateway-message-text.ts";
import type { MessageType } from "../messages/message-types.ts";
import { verifyMessage } from "../messages/verify-message.ts";
import { NotificationRefusal } from "../notification/notification-refusal.ts";
import { parseGatewayJson } from "../parse-gateway-json.ts";
import type { AllowedSigns } from "../signature/notification-sign.ts";
import type { MerchantAndAttemptId } from "./operation-form.ts";

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
export interface ReplyFields {
  get(name: string): string;
}

/**
 * Reads the body of an HTTP 200 reply (OPS-REPLY). Fields count only if the merchant's key signed them and they name this merchant and this
 * order. Never throws.
 */
export function readReplyFields(
  type: MessageType,
  body: string,
  expected: ExpectedReply,
): ReplyFields | UndecidedReply {
  const object = parseGatewayJson(body, { numbers: "as text", isAnswer: isSignedOrRefused });
  if (typeof object === "string") return { outcome: "unknown", reason: object };
  const fields = textFields(object);
  if (!fields.has("sign") && object.status === "error")
    return { outcome: "rejected", ...maskGatewayMessageText(object.msg) };
  return verifyFields(type, fields, expected);
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
