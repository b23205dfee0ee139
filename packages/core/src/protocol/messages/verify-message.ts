import { createNotificationRefusal, type NotificationRefusal } from "../notification/notification-refusal.ts";
import {
  type AllowedSigns,
  type MessageFields,
  type SignVerdict,
  verifySign,
} from "../signature/notification-sign.ts";
import {
  knownFieldNames,
  type MessageType,
  messageTypeOf,
  messageTypeRules,
  provesMessageType,
} from "./message-types.ts";

const plainName = /^\w{1,100}$/;

/**
 * Returns why the signing text of these signed fields can be read as other fields (NSIG-AMBIGUOUS). Undefined: it has one reading. The
 * text joins `name=value` with `&` and escapes nothing. Without `&` in names and values it has one reading. A field of free text may hold
 * `&`, but not what reads as a field of a message: the fields that follow it in the text could then be moved into it, and sent again with
 * other values that no rule signs.
 */
export function findAmbiguity(
  type: MessageType,
  fields: ReadonlyMap<string, string>,
  signed: ReadonlySet<string>,
): string | undefined {
  const { freeText } = messageTypeRules[type];
  for (const name of signed) {
    const value = fields.get(name) ?? "";
    if (!knownFieldNames.has(name) && !plainName.test(name))
      return "The name of a signed field contains a character that is not a letter, a digit or _, or is too long.";
    if (!value.includes("&")) continue;
    if (!freeText.includes(name))
      return `The signed field ${name} contains &, which starts the next field of the signing text.`;
    if (value.split("&").slice(1).some(beginsField))
      return `The signed field ${name} contains text that could be read as another field of the message.`;
  }
  return undefined;
}

function beginsField(part: string): boolean {
  const [name = "", value] = part.split("=", 2);
  return value !== undefined && (knownFieldNames.has(name) || name === "key");
}

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

function createSignRefusal(reason: "missing" | "malformed" | "mismatch", merchantId: string) {
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
