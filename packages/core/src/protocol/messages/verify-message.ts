import { createNotificationRefusal, type NotificationRefusal } from "../notification/notification-refusal.ts";
import {
  type AllowedSigns,
  type MessageFields,
  type SignVerdict,
  verifySign,
} from "../signature/notification-sign.ts";
import { findAmbiguity } from "./find-ambiguity.ts";
import { type MessageType, messageTypeOf, messageTypeRules, provesMessageType } from "./message-types.ts";

/** A message whose signature proves that it is one of the expected type. */
export interface VerifiedMessage {
  readonly verdict: Extract<SignVerdict, { verified: true }>;
  /** The value of a signed field. An empty text if the message does not sign it. */
  signed(name: string): string;
}

/**
 * Verifies a received message of any type: the one way for notifications, replies and the dispute webhook (MSG-VERIFY). A key of the
 * merchant signed it, the signed text has one reading, and the signed fields prove its type (MSG-TYPE).
 *
 * @throws NotificationRefusal `unsigned`, `mismatch` or `malformed`
 */
export function verifyMessage(
  type: MessageType,
  message: MessageFields,
  allowed: AllowedSigns,
): VerifiedMessage {
  const { fields } = message;
  const verdict = verifySign(type, message, allowed);
  if (!verdict.verified) throw createSignRefusal(verdict.reason, fields.get("memberid") ?? "");
  const ambiguity = findAmbiguity(type, fields, verdict.signed);
  if (ambiguity !== undefined) throw createNotificationRefusal("malformed", ambiguity);
  if (!provesMessageType(type, verdict.signed)) throw createTypeRefusal(type, verdict.signed);
  return { verdict, signed: (name) => (verdict.signed.has(name) ? (fields.get(name) ?? "") : "") };
}

function createSignRefusal(
  reason: "missing" | "malformed" | "mismatch",
  merchantId: string,
): NotificationRefusal {
  switch (reason) {
    case "missing":
      return createNotificationRefusal("unsigned", "It has no sign.");
    case "malformed":
      return createNotificationRefusal("mismatch", "Its sign is not 32 hexadecimal characters.");
    case "mismatch":
      return createNotificationRefusal(
        "mismatch",
        `Its sign does not match any key of merchant ${merchantId} under any sign rule. Check the merchant's key.`,
      );
  }
}

/** A message of another type decides nothing here, although a key of the merchant signed it. */
function createTypeRefusal(type: MessageType, signed: ReadonlySet<string>): NotificationRefusal {
  const found = messageTypeOf(signed);
  const expected = messageTypeRules[type].name;
  return createNotificationRefusal(
    "malformed",
    found === undefined
      ? `Its signed fields do not prove that it is a ${expected}: a required field is missing, empty or not signed.`
      : `It is a ${messageTypeRules[found].name}, not a ${expected}. Ask the gateway why it came to this address.`,
  );
}
