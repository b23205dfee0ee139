import type { Message, NotificationEnd, NotificationRow } from "../row-types.ts";

const repeats =
  "Nothing is recorded, and the gateway sends again. The event `notification-refused` names the problem: inform the gateway.";
const ambiguous =
  "The notification is stored, and one item `not-verified` opens: the signed text has two meanings. Ask the gateway whether it sent this.";
const forged =
  "The notification is stored, and one item `not-verified` opens. Check the key and `signRules`. If they are right, somebody else sent it.";
const gate =
  "The item `amount-mismatch` has the reported amounts. Look up the transaction at the gateway, then resolve the item.";
const nothing = "Nothing.";

const paid: NotificationEnd = { replies: ["200 OK"], state: "paid", items: [] };
const refused = (reply: string): NotificationEnd => ({ replies: [reply], state: "pending", items: [] });
const unreadable =
  "What can be read of it is stored, and one item `not-verified` opens. The gateway sends again: inform it.";
const unverified = (reply: string): NotificationEnd => ({
  replies: [reply],
  state: "pending",
  items: ["not-verified"],
  tells: reply === "401 unsigned" ? "without a signature" : "was refused",
});
const review = (tells: string): NotificationEnd => ({
  replies: ["200 OK"],
  state: "review",
  items: ["amount-mismatch"],
  tells,
});

const form = "application/x-www-form-urlencoded";
const amounts = (text: string): Message => ({ fields: { amount: text, true_amount: text } });
/** Of an amount that is no number equal to the one asked for. */
const odd = (of: string, text: string, kind?: string): NotificationRow => ({
  of,
  ...(kind === undefined ? {} : { case: kind }),
  messages: [amounts(text)],
  end: review(`for an order of ${text} USD.`),
  advice: gate,
});

export const notificationRows: readonly NotificationRow[] = [
  { of: "no body", messages: [{ body: "" }], end: refused("400 malformed"), advice: repeats },
  {
    of: "wrong content type",
    messages: [{ type: "text/plain" }],
    end: paid,
    advice: "Nothing: the fields and the signature decide.",
  },
  {
    of: "wrong content type",
    case: "JSON",
    messages: [{ type: "application/json", body: '{"returncode":"00"}' }],
    end: unverified("403 foreign"),
    advice: `JSON is read like a form. ${forged}`,
  },
  {
    of: "wrong content type",
    case: "JSON that is not flat",
    messages: [{ type: "application/json", body: '{"returncode":{"code":"00"}}' }],
    end: unverified("400 malformed"),
    behindParser: unverified("400 malformed"),
    advice: unreadable,
  },
  {
    of: "missing content type",
    messages: [{ type: null }],
    end: paid,
    advice: "Nothing: the fields and the signature decide.",
  },
  {
    of: "charset=gbk",
    messages: [{ type: `${form}; charset=gbk` }],
    end: paid,
    advice: "Nothing: the signature tells which charset was meant.",
  },
  {
    of: "over the limit",
    messages: [{ fields: { attach: "x".repeat(40_000) } }],
    shown: "a form of 40 kB",
    end: unverified("413 large"),
    advice:
      "The item `not-verified` says that it arrived. The limit is 32 kB, and a normal notification has less than 2: inform the gateway.",
  },
  {
    of: "over the limit",
    case: "above the limit of body parsers",
    messages: [{ fields: { attach: "x".repeat(300_000) } }],
    shown: "a form of 300 kB",
    end: unverified("413 large"),
    advice:
      "As above. The router reads a body of up to 1 MiB to its end, so that the connection can take the next request. If the body is longer, the router closes the connection.",
  },
  {
    of: "duplicate field",
    messages: [{ more: "&true_amount=0.01" }],
    end: unverified("400 malformed"),
    advice: unreadable,
  },
  {
    of: "bracketed field",
    messages: [{ more: "&amount%5B%5D=0.01" }],
    end: unverified("400 malformed"),
    advice: unreadable,
  },
  {
    of: "bracketed field",
    case: "not escaped",
    messages: [{ more: "&x[y]=1" }],
    end: unverified("400 malformed"),
    advice: unreadable,
  },
  {
    of: "field name with other characters",
    messages: [{ more: "&a-b=1" }],
    end: paid,
    advice: "Nothing: the signature does not cover it, so it does not count.",
  },
  {
    of: "field name with other characters",
    case: "which look like two fields",
    messages: [{ more: "&enabled%3D1%26x=1" }],
    end: paid,
    advice: "As above.",
  },
  {
    of: "& in a value",
    messages: [{ fields: { datetime: "20260301120000&enabled=1" } }],
    end: unverified("400 malformed"),
    advice: ambiguous,
  },
  {
    of: "& in attach",
    messages: [{ fields: { attach: "Tom & Jerry" } }],
    end: paid,
    advice: nothing,
  },
  {
    of: "& in attach",
    case: "which looks like a field of the protocol",
    messages: [{ fields: { attach: "x&returncode=00" } }],
    end: paid,
    advice:
      "Nothing: this gateway does not sign `attach`. If the signature covered it, the text would have two meanings.",
  },
  {
    of: "__proto__ field",
    messages: [{ more: "&__proto__=x&constructor=y" }],
    end: paid,
    advice: "Nothing: it is not signed, does not count, and never becomes the prototype of an object.",
  },
  {
    of: "__proto__ field",
    case: "signed",
    messages: [{ fields: { ["__proto__"]: "x", constructor: "y" } }],
    end: paid,
    behindParser: unverified("401 mismatch"),
    advice:
      "Nothing. But body parsers remove such a field. Then the notification does not verify, and is stored for staff: mount the router before them.",
  },
  {
    of: "invalid UTF-8",
    messages: [{ more: "&attach2=%C4%E3" }],
    end: paid,
    advice:
      "Nothing: the body is read in each charset that is possible, and the signature tells which was meant.",
  },
  {
    of: "invalid UTF-8",
    case: "not escaped",
    messages: [{ more: "&attach2=\xC4\xE3" }],
    end: paid,
    advice: "As above.",
  },
  {
    of: "U+FFFD",
    messages: [{ fields: { attach: "caf\uFFFD" } }],
    shown: "`attach` with the character that replaces an invalid one",
    end: paid,
    advice: "Nothing: `attach` does not count.",
  },
  {
    of: "U+FFFD",
    case: "in a field that is signed",
    messages: [{ fields: { msg: "caf\uFFFD" } }],
    shown: "`msg` with that character",
    end: paid,
    advice: "Nothing: the signature proves that the gateway sent this character.",
  },
  {
    of: "+ and %2B",
    messages: [{ fields: { transaction_id: "A+B C" } }],
    shown: "`transaction_id=A%2BB+C`",
    end: { ...paid, tells: "A+B C" },
    advice: "Nothing: `+` is a blank, `%2B` a plus.",
  },
  {
    of: "+ and %2B",
    case: "a plus that was not escaped",
    messages: [{ fields: { transaction_id: "A+B" }, encoding: "plain" }],
    shown: "`transaction_id=A+B`, signed with a plus",
    end: unverified("401 mismatch"),
    advice: forged,
  },
  {
    of: "double-encoded",
    messages: [{ fields: { transaction_id: "A B" }, encoding: "twice" }],
    shown: "`transaction_id=A%2520B`, signed as `A B`",
    end: unverified("401 mismatch"),
    advice: `Fields are decoded once, never twice. ${forged}`,
  },
  {
    of: "double-encoded",
    case: "an amount",
    messages: [{ fields: { amount: "19%2E99", true_amount: "19%2E99" } }],
    end: review("for an order of 19%2E99 USD."),
    advice: gate,
  },
  odd("amount 1e3", "1e3"),
  odd("amount with a blank", " 19.99"),
  odd("amount with a comma", "19,99"),
  {
    of: "amount with four decimals",
    messages: [amounts("19.9900")],
    end: { ...paid, tells: "19.9900" },
    advice: "Nothing: zeros at the end do not change the number.",
  },
  odd("negative amount", "-19.99"),
  odd("negative amount", "+19.99", "a plus sign"),
  odd("amount with a third decimal", "19.995"),
  odd("amount with a third decimal", "19.989", "that would round to the amount"),
  { of: "lower-case currency", messages: [{ fields: { currency: "usd" } }], end: paid, advice: nothing },
  {
    of: "unknown returncode",
    messages: [{ fields: { returncode: "7" } }],
    end: { replies: ["200 OK"], state: "pending", items: ["unknown-code"], tells: "unknown code 7" },
    advice:
      "The item `unknown-code` has the code. Ask the gateway what it means. Until then, the payment does not change.",
  },
  {
    of: "unknown returncode",
    case: "0",
    messages: [{ fields: { returncode: "0" } }],
    end: unverified("400 malformed"),
    advice:
      "The signature does not cover the value `0`, so it decides nothing. Ask the gateway what it means.",
  },
  {
    ...odd("00 with other money", "1.00"),
    messages: [{ fields: { true_amount: "1.00" } }],
    end: review("reports 1.00 USD paid"),
  },
  {
    of: "00 with other money",
    case: "another currency",
    messages: [{ fields: { currency: "EUR" } }],
    end: review("19.99 EUR"),
    advice: gate,
  },
  {
    of: "00 with other money, then 00 with the right money",
    messages: [{ fields: { true_amount: "1.00" } }, {}],
    end: {
      replies: ["200 OK", "200 OK"],
      state: "paid",
      items: ["amount-mismatch"],
      tells: "reports 1.00 USD paid",
    },
    advice:
      "The payment counts, and the item `mismatch` stays open: check whether the buyer was charged twice.",
  },
  {
    of: "00 with alert_type",
    messages: [{ fields: { alert_type: "refund" } }],
    end: {
      replies: ["200 OK"],
      state: "pending",
      items: ["refund-notice"],
      tells: "an alert (refund)",
      isHeldAfterwards: true,
    },
    advice:
      "The item is `refund-notice`: money may have been refunded. Such a notification never changes whether an order is paid. If the order is not placed yet, staff decide about it.",
  },
  {
    of: "impossible datetime",
    messages: [{ fields: { datetime: "20261399256199" } }],
    end: paid,
    advice: "Nothing: it has no effect on the order of facts.",
  },
  {
    of: "impossible datetime",
    case: "words",
    messages: [{ fields: { datetime: "yesterday" } }],
    end: paid,
    advice: nothing,
  },
  {
    of: "attach of 10 kB",
    messages: [{ fields: { attach: "x".repeat(10_240) } }],
    shown: "`attach` of 10,240 letters",
    end: paid,
    advice: "Nothing: it is not stored.",
  },
  {
    of: "200 repeats released together",
    messages: [{ times: 200 }],
    end: paid,
    advice: "Nothing: each gets a reply, and `onPaid` runs once.",
  },
  {
    of: "sign in lower case",
    messages: [{ sign: "lower" }],
    end: paid,
    advice: "Nothing: it is the same signature.",
  },
  {
    of: "sign of 31 characters",
    messages: [{ sign: "short" }],
    end: unverified("401 mismatch"),
    advice: forged,
  },
  { of: "sign missing", messages: [{ sign: "none" }], end: unverified("401 unsigned"), advice: forged },
  {
    of: "sign missing",
    case: "empty",
    messages: [{ forged: { sign: "" } }],
    end: unverified("401 unsigned"),
    advice: forged,
  },
  {
    of: "sign of another merchant",
    messages: [{ sign: "of another merchant" }],
    end: unverified("401 mismatch"),
    advice: forged,
  },
  {
    of: "sign of another merchant",
    case: "and its id",
    messages: [{ sign: "of another merchant", fields: { memberid: "10003" } }],
    end: unverified("403 foreign"),
    advice:
      "It is stored for staff, and changes nothing: it is about the payment of another shop. Check whether two shops share one notify address by mistake.",
  },
  {
    of: "sign of the previous key",
    messages: [{ sign: "of the previous key" }],
    end: paid,
    advice:
      'Nothing. The event `notification-received` has `key: "previous"`: remove the key only when no more of them come.',
  },
];
