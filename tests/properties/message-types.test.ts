import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type MessageType,
  messageTypeRules,
  messageTypes,
} from "../../packages/core/src/protocol/messages/message-types.ts";
import { NotificationRefusal } from "../../packages/core/src/protocol/notification/notification-refusal.ts";
import { verifyNotification } from "../../packages/core/src/protocol/notification/verify-notification.ts";
import { verifyDispute } from "../../packages/core/src/protocol/operations/dispute-notification.ts";
import {
  readCancelReply,
  readQueryReply,
  readRefundQueryReply,
  readRefundReply,
} from "../../packages/core/src/protocol/operations/operation-replies.ts";
import { type SignRule, signRules } from "../../packages/core/src/protocol/signature/notification-sign.ts";
import { readSaleResponse } from "../../packages/core/src/protocol/submit-sale.ts";
import { Secret } from "../../packages/core/src/secret.ts";
import { readRecordings, signRecording } from "../recordings/recording.ts";

type Fields = Readonly<Record<string, string>>;
type ReceivedType = MessageType | "sale-answer";

const signer = { merchantId: "10002", orderId: "00000000000000000001", key: "sandbox-hosted-key" };
const expected = {
  merchantId: signer.merchantId,
  attemptId: signer.orderId,
  keys: { current: new Secret(signer.key), previous: [] },
  // Attackers profit from a shop that allows every rule.
  rules: signRules,
};

const named = { memberid: signer.merchantId, orderid: signer.orderId };
const ok = { returncode: "00" };
const money = { transaction_id: "T1", amount: "19.99", true_amount: "19.99" };
const paid = { ...money, ...ok, datetime: "20261120100000" };
const refund = { transaction_id: "T1", amount: "19.99", refund_orderid: "R1", refund_amount: "5.00" };
const subscription = { payment_transaction_id: "M1", payment_period_count: "3" };
const alerted = { alert_content: "goods not received & unhappy", alert_datetime: "2026-01-05 10:00:00" };
const times = { subscribe_time: "1767322845", last_payment_time: "1767322845" };
const none = { amount: "", true_amount: "", transaction_id: "" };

/** Each type with all documented fields, and with as few as its receiver accepts, beside the names of merchant and order. */
const ownFields: Readonly<Record<MessageType, readonly Fields[]>> = {
  notification: [
    { ...paid, ...subscription, currency: "USD", attach: "note", enabled: "1" },
    { ...paid, alert_type: "Refund" },
    { ...paid, ...none, returncode: "2" },
  ],
  "query-reply": [
    { ...money, ...ok, currency: "USD", time_end: "2026-01-02 03:04:05", trade_state: "SUCCESS" },
    { ...ok, trade_state: "FAIL" },
    { trade_state: "NOTPAY" },
  ],
  "refund-reply": [
    { ...refund, ...ok, currency: "USD", refund_reason: "wrong size", refund_message: "V0000:OK" },
    { ...ok, refund_orderid: "R1" },
    { refund_message: "V0011:ERROR", returncode: "11" },
  ],
  "refund-query-reply": [
    { ...refund, ...ok, currency: "USD", refund_status: "1", refund_message: "V0000:OK" },
    { refund_status: "3" },
  ],
  "cancel-reply": [
    { ...subscription, ...times, status: "success", msg: "Unsubscribe successfully" },
    { status: "success" },
    { status: "error", msg: "the order is no subscription" },
  ],
  dispute: [
    { ...refund, ...alerted, alert_status: "00", alert_type: "Refund" },
    { transaction_id: "T1", alert_type: "Chargebacks" },
  ],
};

const documentedOf = (type: MessageType): Fields[] =>
  ownFields[type].map((fields) => ({ ...named, ...fields }));

/** A message as its gateway made it. Other people can add and change what is not signed. */
interface SentMessage<Type extends ReceivedType = ReceivedType> {
  readonly type: Type;
  readonly fields: Fields;
  readonly signed: ReadonlySet<string>;
}

const nineNames =
  "memberid orderid amount true_amount currency transaction_id returncode datetime attach".split(" ");

/** The names that the gateway signs by a rule, as the rules NSIG-RECEIVED to NSIG-NINE have them. */
function namesSignedBy(rule: SignRule, type: MessageType, fields: Fields): string[] {
  const hasZero = rule.endsWith("zero") || rule === "nine";
  const namesOfRule = rule.startsWith("received") ? Object.keys(fields) : messageTypeRules[type].fields;
  const ofRule = rule === "nine" ? nineNames : namesOfRule.filter((name) => name !== "attach");
  return [...ofRule, ...(rule.includes("attach") ? ["attach"] : [])].filter((name) => {
    const value = fields[name] ?? "";
    return value !== "" && (value !== "0" || hasZero);
  });
}

function signMessage<Type extends ReceivedType>(
  type: Type,
  fields: Fields,
  names: readonly string[],
): SentMessage<Type> {
  const text = [...names]
    .sort()
    .map((name) => `${name}=${fields[name]}&`)
    .join("");
  const sign = createHash("md5").update(`${text}key=${signer.key}`).digest("hex").toUpperCase();
  return { type, fields: { ...fields, sign }, signed: new Set([...names, "sign"]) };
}

function recordedMessages(): SentMessage[] {
  return readRecordings().flatMap(([, recording]) =>
    recording.type === "sale-answer" || recording.type === "request"
      ? []
      : [
          {
            type: recording.type,
            fields: signRecording(recording, signer),
            signed: new Set([...recording.signed, "sign"]),
          },
        ],
  );
}

const byRule = (rule: SignRule): SentMessage<MessageType>[] =>
  messageTypes.flatMap((type) =>
    documentedOf(type).map((fields) => signMessage(type, fields, namesSignedBy(rule, type, fields))),
  );

const saleAnswers: readonly Fields[] = [
  { status: "0", msg: "transaction success", transaction_id: "T1" },
  { status: "1", msg: "", url: "https://gateway.example/3d/1", transaction_id: "T1" },
  { status: "2", msg: "transaction failed" },
];

/** As SPEC has them, and as a gateway would send them that signed its answers. */
function saleAnswerMessages(): SentMessage[] {
  return saleAnswers.flatMap((answer) => [
    { type: "sale-answer", fields: answer, signed: new Set(Object.keys(answer)) },
    ...["received", "received-zero"].map((rule) => {
      const fields: Fields = { ...named, ...answer };
      const names = Object.keys(fields).filter(
        (name) => fields[name] !== "" && (rule.endsWith("zero") || fields[name] !== "0"),
      );
      return signMessage("sale-answer", fields, names);
    }),
  ]);
}

const plausibleValues: Fields = {
  returncode: "00",
  datetime: "20261120100000",
  trade_state: "SUCCESS",
  refund_status: "1",
  alert_type: "Refund",
  alert_status: "00",
  status: "0",
  url: "https://attacker.example/",
  amount: "0.01",
  true_amount: "0.01",
  refund_amount: "19.99",
  currency: "JPY",
  msg: "&trade_state=SUCCESS",
};

const names = [
  ...new Set([
    ...Object.values(messageTypeRules).flatMap(({ fields, freeText }) => [...fields, ...freeText]),
    "status",
    "url",
    "x1",
    "x&y",
  ]),
];

/** Everything that an attacker can add to a message, or change in it, without changing what is signed. */
function attacksOn({ fields, signed }: SentMessage): Fields[] {
  const free = names.filter((name) => !signed.has(name));
  const plausible = (name: string) => plausibleValues[name] ?? "T9";
  const all = (value: (name: string) => string) =>
    Object.fromEntries(free.map((name) => [name, value(name)]));
  const singles = free.flatMap((name) =>
    ["", "0", "00", plausible(name)].map((value) => ({ [name]: value })),
  );
  const forType = messageTypes.map((type) => {
    const required = new Set<string>(messageTypeRules[type].requires.flat());
    return Object.fromEntries(
      free.filter((name) => required.has(name)).map((name) => [name, plausible(name)]),
    );
  });
  return [{}, ...singles, ...forType, all(() => ""), all(() => "0"), all(plausible)].map((added) => ({
    ...fields,
    ...added,
  }));
}

/** What the receiver reports. Undefined: it does not take the message. */
type Receiver = (fields: Fields) => unknown;

const undecided = ["unverified", "unknown", "rejected"];

const taken = <Reply extends { readonly outcome: string }>(reply: Reply) =>
  undecided.includes(reply.outcome) ? undefined : reply;

function verified(verify: () => unknown): unknown {
  try {
    return verify();
  } catch (error) {
    if (error instanceof NotificationRefusal) return undefined;
    throw error;
  }
}

const asMap = (fields: Fields) => new Map(Object.entries(fields));
const asJson = (fields: Fields) => JSON.stringify(fields);

/** The rule of nine fields leaves those of a subscription unsigned, so a shop must choose it (NSIG-NINE). */
const ignored = new Set(["attach", "msg", "sign", "payment_transaction_id", "payment_period_count"]);

/** Texts for people are reported although they are not signed (NOT-MSG), and so is a `0`, which pays nothing (MSG-VERIFY). */
function reportedNotification(fields: Fields, isSubscription: boolean): unknown {
  return verified(() => {
    const { notification } = verifyNotification({ fields: asMap(fields) }, { ...expected, isSubscription });
    return Object.fromEntries(
      Object.entries(notification).filter(
        ([name, value]) => !ignored.has(name) && value !== "" && value !== "0",
      ),
    );
  });
}

const receivers: Readonly<Record<ReceivedType | "notification of a subscription", Receiver>> = {
  "sale-answer": (fields) => {
    const answer = readSaleResponse(asJson(fields), { notifyToken: "", returnToken: "" });
    return answer.outcome === "unknown" ? undefined : answer;
  },
  notification: (fields) => reportedNotification(fields, false),
  "notification of a subscription": (fields) => reportedNotification(fields, true),
  "query-reply": (fields) => taken(readQueryReply(asJson(fields), expected)),
  "refund-reply": (fields) => taken(readRefundReply(asJson(fields), expected)),
  "refund-query-reply": (fields) => taken(readRefundQueryReply(asJson(fields), expected)),
  "cancel-reply": (fields) => taken(readCancelReply(asJson(fields), expected)),
  dispute: (fields) => verified(() => verifyDispute({ fields: asMap(fields) }, expected)),
};

/** The nine fields are those of a notification. They leave the type of every other message unsigned. */
const proves = (rule: SignRule, type: MessageType) => rule !== "nine" || type === "notification";

function expectOnlyItsReceiver(message: SentMessage): void {
  for (const [receiver, receive] of Object.entries(receivers)) {
    const isOwn = receiver.startsWith(message.type);
    // Nothing protects an answer to a sale.
    if (isOwn && message.type === "sale-answer") continue;
    const own = isOwn ? receive(message.fields) : undefined;
    for (const fields of attacksOn(message)) {
      const report = receive(fields);
      if (report !== undefined)
        expect(report, `${message.type} at ${receiver}: ${asJson(fields)}`).toEqual(own);
    }
  }
}

describe("only its own receiver takes a message, whatever is added to it or emptied (MSG-TYPE)", () => {
  test.each(signRules)("signed by %s", (rule) => {
    for (const message of byRule(rule)) {
      const { type, fields } = message;
      if (proves(rule, type)) expect(receivers[type](fields), JSON.stringify(fields)).toBeDefined();
      if (proves(rule, type) || type !== "cancel-reply") expectOnlyItsReceiver(message);
    }
  });

  test("as recorded", () => {
    for (const message of recordedMessages()) {
      expect(receivers[message.type](message.fields), JSON.stringify(message.fields)).toBeDefined();
      expectOnlyItsReceiver(message);
    }
  });

  test("an answer to a sale", () => {
    for (const message of saleAnswerMessages()) {
      expect(receivers["sale-answer"](message.fields)).toBeDefined();
      expectOnlyItsReceiver(message);
    }
  });
});
