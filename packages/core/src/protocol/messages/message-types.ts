/** The type of a signed message (MSG-TYPE). The list is closed. */
export type MessageType =
  | "notification"
  | "query-reply"
  | "refund-reply"
  | "refund-query-reply"
  | "cancel-reply"
  | "dispute";

/** What makes a message one of a type. */
export interface MessageTypeRule {
  /** What staff read. */
  readonly name: string;
  /** The documented fields of the type, without `sign`. The rules `fields…` sign these, as far as they are present. */
  readonly fields: readonly string[];
  /** Texts for people, which decide nothing. Only they may be signed with `&` (NSIG-AMBIGUOUS). */
  readonly freeText: readonly string[];
  /** Of each entry, at least one field must be signed. */
  readonly requires: readonly (readonly string[])[];
}

const subject = ["memberid", "orderid", "transaction_id", "amount"] as const;
const subscription = ["payment_transaction_id", "payment_period_count"] as const;
const refund = ["refund_orderid", "refund_amount"] as const;
const refundTexts = ["refund_reason", "refund_message"] as const;
const namesOrder = [["memberid"], ["orderid"]] as const;

/** The one table of all types (MSG-TYPE). `docs/reference/protocol.md` has the same. */
export const messageTypeRules: Readonly<Record<MessageType, MessageTypeRule>> = {
  notification: {
    name: "payment notification",
    fields: [...subject, "true_amount", "currency", "returncode", "datetime", "enabled", ...subscription],
    freeText: ["attach", "msg"],
    requires: [...namesOrder, ["returncode"], ["datetime"]],
  },
  "query-reply": {
    name: "reply to a query",
    fields: [...subject, "true_amount", "currency", "true_currency", "time_end", "returncode", "trade_state"],
    freeText: ["attach", "msg"],
    requires: [...namesOrder, ["trade_state"]],
  },
  "refund-reply": {
    name: "reply to a refund",
    fields: [...subject, "currency", "returncode", ...refund, ...refundTexts],
    freeText: [...refundTexts, "msg"],
    requires: [...namesOrder, ["returncode"], [...refund, ...refundTexts]],
  },
  "refund-query-reply": {
    name: "reply to a refund query",
    fields: [...subject, "currency", "returncode", ...refund, ...refundTexts, "refund_status"],
    freeText: [...refundTexts, "msg"],
    requires: [...namesOrder, ["refund_status"]],
  },
  "cancel-reply": {
    name: "reply to a cancellation",
    fields: ["memberid", "orderid", "status", "msg", "subscribe_time", "last_payment_time", ...subscription],
    freeText: ["msg"],
    requires: [...namesOrder, ["status"]],
  },
  dispute: {
    name: "message of the dispute webhook",
    fields: [...subject, ...refund, "alert_datetime", "alert_content", "alert_type", "alert_status"],
    freeText: ["alert_content"],
    requires: [...namesOrder, ["alert_type"]],
  },
};

export const messageTypes = Object.keys(messageTypeRules) as readonly MessageType[];

/** Fields that only some types have. Signed, one of them shows that a message is of no other type. */
const marks = [
  "datetime",
  "trade_state",
  ...refund,
  ...refundTexts,
  "refund_status",
  "subscribe_time",
  "last_payment_time",
  "alert_datetime",
  "alert_content",
  "alert_type",
  "alert_status",
  "url",
] as const;

/**
 * Signed fields that show that a message is not of this type. A notification may sign `alert_type`: then it is a notice, and pays
 * nothing (NOT-ALERT).
 */
export function excludedFieldsOf(type: MessageType): readonly string[] {
  const { fields, freeText } = messageTypeRules[type];
  const own = new Set<string>([...fields, ...freeText, ...(type === "notification" ? ["alert_type"] : [])]);
  return marks.filter((name) => !own.has(name));
}

const excluded: ReadonlyMap<MessageType, readonly string[]> = new Map(
  messageTypes.map((type) => [type, excludedFieldsOf(type)]),
);

/** Returns whether these signed fields prove a message of this type. */
export function provesMessageType(type: MessageType, signed: ReadonlySet<string>): boolean {
  return hasRequiredFields(type, signed) && !hasAnyOf(excluded.get(type) ?? [], signed);
}

function hasAnyOf(wanted: readonly string[], names: ReadonlySet<string>): boolean {
  for (const name of wanted) if (names.has(name)) return true;
  return false;
}

function hasRequiredFields(type: MessageType, names: ReadonlySet<string>): boolean {
  for (const required of messageTypeRules[type].requires) if (!hasAnyOf(required, names)) return false;
  return true;
}

/**
 * Returns whether a JSON object can be the answer to a sale, of which nothing is signed: it does not have all required fields of another
 * type. A reply to a cancellation has a status, too. If it is a refusal, only its sign tells it from one of a sale.
 */
export function canBeSaleAnswer(answer: Readonly<Record<string, unknown>>): boolean {
  const present = Object.keys(answer).filter((name) => answer[name] !== null && answer[name] !== "");
  const names = new Set(present);
  if (answer.status === "error" && names.has("sign")) return false;
  return !messageTypes.some((type) => type !== "cancel-reply" && hasRequiredFields(type, names));
}

/** Returns the type that these signed fields prove. Undefined: none. */
export function messageTypeOf(signed: ReadonlySet<string>): MessageType | undefined {
  return messageTypes.find((type) => provesMessageType(type, signed));
}

/** The names of all fields that the protocol, or its relatives, give messages. */
export const knownFieldNames: ReadonlyMap<string, string> = new Map(
  [
    ...Object.values(messageTypeRules).flatMap(({ fields, freeText }) => [...fields, ...freeText]),
    ...marks,
    "sign",
  ].map((name) => [name, name]),
);
