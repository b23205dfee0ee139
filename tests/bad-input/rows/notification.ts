import { type Message, messagesOf, messageText } from "../encode-notification.ts";
import { listed, type Row, rowsOf } from "../row.ts";

/** One POST to the notify address, or two. */
export interface NotificationRow extends Row, Message {
  readonly second?: Message;
  readonly end: NotificationEnd;
  /** Where a body parser of the shop stands before the router, and that makes a difference. */
  readonly behindParser?: NotificationEnd;
}

interface NotificationEnd {
  /** Status and body of the reply to each message. */
  readonly reply: string;
  readonly state: string;
  readonly items: readonly string[];
  /** A part of the timeline or of an item, where the evidence can be read. */
  readonly tells?: string;
  /** A normal notification afterwards pays, but the order waits for staff. */
  readonly isHeldAfterwards?: true;
}

export function notificationLine(row: NotificationRow): [string, string] {
  const { end, behindParser } = row;
  const parsed = behindParser === undefined ? "" : `. Behind a body parser: ${endText(behindParser)}`;
  return [messagesOf<Message>(row).map(messageText).join("; then "), endText(end) + parsed];
}

function endText({ reply, state, items }: NotificationEnd): string {
  const parts = [`\`${reply}\``, `payment \`${state}\``];
  return [...parts, ...(items.length === 0 ? [] : [`item ${listed(items)}`])].join("; ");
}

const rows = rowsOf<NotificationRow>();
const forged =
  "The notification is stored, and one item `not-verified` opens. Check the key and `signRules`. If they are right, somebody else sent it.";
const unsignedField = "Nothing: the signature does not cover it, so it does not count.";

const paid: NotificationEnd = { reply: "200 OK", state: "paid", items: [] };
const unverified = (reply: string): NotificationEnd => ({
  reply,
  state: "pending",
  items: ["not-verified"],
  tells: reply === "401 unsigned" ? "without a signature" : "was refused",
});
const review = (tells: string): NotificationEnd => ({
  reply: "200 OK",
  state: "review",
  items: ["amount-mismatch"],
  tells,
});

const amounts = (text: string) => ({ fields: { amount: text, true_amount: text } });
/** Of an amount that is no number equal to the one asked for. */
const odd = (text: string) => ({ ...amounts(text), end: review(`for an order of ${text} USD.`) });
const other = { fields: { true_amount: "1.00" } };

export const notificationRows = [
  ...rows({ end: paid, advice: "Nothing: the fields and the signature decide." })({
    "wrong content type": { type: "text/plain" },
    "missing content type": { type: null },
    "charset=gbk": { type: "application/x-www-form-urlencoded; charset=gbk" },
    "& in attach": { fields: { attach: "Tom & Jerry" } },
    "invalid UTF-8": { more: "&attach2=%C4%E3" },
    "invalid UTF-8: not escaped": { more: "&attach2=\xC4\xE3" },
    "U+FFFD": {
      fields: { msg: "caf\uFFFD" },
      shown: "`msg` with the character that replaces an invalid one",
    },
    "+ and %2B": {
      fields: { transaction_id: "A+B C" },
      shown: "`transaction_id=A%2BB+C`: `+` is a blank, `%2B` a plus",
    },
    "amount with four decimals": amounts("19.9900"),
    "lower-case currency": { fields: { currency: "usd" } },
    "impossible datetime": { fields: { datetime: "20261399256199" } },
    "attach of 10 kB": { fields: { attach: "x".repeat(10_240) }, shown: "`attach` of 10,240 letters" },
    "200 repeats at once": { times: 200 },
    "sign in lower case": { sign: "lower" },
  }),
  ...rows({ end: paid, advice: unsignedField })({
    "field name with other characters": { more: "&a-b=1" },
    "field name with other characters: which look like two fields": { more: "&enabled%3D1%26x=1" },
    "& in attach: which looks like a field of the protocol": { fields: { attach: "x&returncode=00" } },
    "__proto__ field": { more: "&__proto__=x&constructor=y" },
  }),
  ...rows({
    end: unverified("400 malformed"),
    advice:
      "What can be read of it is stored, and one item `not-verified` opens. The gateway sends again: inform it.",
  })({
    "wrong content type: JSON that is not flat": {
      type: "application/json",
      body: '{"returncode":{"code":"00"}}',
    },
    "duplicate field": { more: "&true_amount=0.01" },
    "bracketed field": { more: "&amount%5B%5D=0.01" },
  }),
  ...rows({ end: unverified("401 mismatch"), advice: forged })({
    "+ and %2B: a plus that was not escaped": {
      fields: { transaction_id: "A+B" },
      encoding: "plain",
      shown: "`transaction_id=A+B`, signed with a plus",
    },
    "double-encoded": {
      fields: { transaction_id: "A B" },
      encoding: "twice",
      shown: "`transaction_id=A%2520B`, signed as `A B`",
    },
    "sign of 31 characters": { sign: "short" },
    "sign of another merchant": { sign: "of another merchant" },
  }),
  ...rows({ end: unverified("401 unsigned"), advice: forged })({ "sign missing": { sign: "none" } }),
  ...rows({ end: unverified("403 foreign"), advice: forged })({
    "wrong content type: JSON": { type: "application/json", body: '{"returncode":"00"}' },
    "sign of another merchant: and its id": { sign: "of another merchant", fields: { memberid: "10003" } },
  }),
  ...rows({
    advice:
      "The item `amount-mismatch` has the reported amounts. Look up the transaction at the gateway, then resolve the item.",
  })({
    "double-encoded: an amount": odd("19%2E99"),
    "amount 1e3": odd("1e3"),
    "amount with a blank": odd(" 19.99"),
    "amount with a comma": odd("19,99"),
    "negative amount": odd("-19.99"),
    "negative amount: a plus sign": odd("+19.99"),
    "amount with a third decimal": odd("19.989"),
    "00 with other money": { ...other, end: review("reports 1.00 USD paid") },
    "00 with other money: another currency": { fields: { currency: "EUR" }, end: review("19.99 EUR") },
  }),
  ...rows()({
    "no body": {
      body: "",
      end: { reply: "400 malformed", state: "pending", items: [] },
      advice:
        "Nothing is recorded, and the gateway sends again. The event `notification-refused` names the problem: inform the gateway.",
    },
    "over the limit": {
      fields: { attach: "x".repeat(40_000) },
      shown: "a form of 40 kB",
      end: unverified("413 large"),
      advice:
        "The item `not-verified` says that it arrived. The limit is 32 kB, and a normal notification has less than 2: inform the gateway.",
    },
    "& in a value": {
      fields: { datetime: "20260301120000&enabled=1" },
      end: unverified("400 malformed"),
      advice:
        "The notification is stored, and one item `not-verified` opens: the signed text has two meanings. Ask the gateway whether it sent this.",
    },
    "__proto__ field: signed": {
      fields: { ["__proto__"]: "x", constructor: "y" },
      end: paid,
      behindParser: unverified("401 mismatch"),
      advice:
        "Nothing. But body parsers remove such a field. Then the notification does not verify, and is stored for staff: mount the router before them.",
    },
    "unknown returncode": {
      fields: { returncode: "7" },
      end: { reply: "200 OK", state: "pending", items: ["unknown-code"], tells: "unknown code 7" },
      advice:
        "The item `unknown-code` has the code. Ask the gateway what it means. Until then, the payment does not change.",
    },
    "unknown returncode: 0": {
      fields: { returncode: "0" },
      end: unverified("400 malformed"),
      advice:
        "The signature does not cover the value `0`, so it decides nothing. Ask the gateway what it means.",
    },
    "00 with other money, then 00 with the right money": {
      ...other,
      second: {},
      end: { ...paid, items: ["amount-mismatch"], tells: "reports 1.00 USD paid" },
      advice: "The payment counts, and the item stays open: check whether the buyer was charged twice.",
    },
    "00 with alert_type": {
      fields: { alert_type: "refund" },
      end: {
        reply: "200 OK",
        state: "pending",
        items: ["refund-notice"],
        tells: "an alert (refund)",
        isHeldAfterwards: true,
      },
      advice:
        "The item is `refund-notice`: money may have been refunded. Such a notification never changes whether an order is paid. If the order is not placed yet, staff decide about it.",
    },
    "sign of the previous key": {
      sign: "of the previous key",
      end: paid,
      advice:
        'Nothing. The event `notification-received` has `key: "previous"`: remove the key only when no more of them come.',
    },
  }),
];
