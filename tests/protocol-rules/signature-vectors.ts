import type { Variant } from "../../packages/core/src/protocol/sale/sale.ts";
import type { SignRule } from "../../packages/core/src/protocol/signature/notification-sign.ts";

// Each `sign` was made by the md5sum command of GNU coreutils from the text above it, and by no code of this repository:
//
//   sign_of() { printf '%s' "$1" | md5sum | cut -c1-32 | tr a-f A-F; }
//   sign_of 'pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&...&key=sandbox-hosted-key'
//
// in a shell whose locale is C.UTF-8. The texts were written by hand from the rules, not joined by a program under test.

type Fields = Readonly<Record<string, string>>;

/** Differences from the usual fields; null takes a field out. */
type Changes = Readonly<Record<string, string | null>>;

function fieldsWith(usual: Fields, changes: Changes): Fields {
  const merged = Object.entries({ ...usual, ...changes });
  return Object.fromEntries(merged.filter((pair): pair is [string, string] => pair[1] !== null));
}

const usualKey = "sandbox-hosted-key";

const usualRequest = {
  pay_memberid: "10002",
  pay_orderid: "00000000000000000001",
  pay_applydate: "2026-01-02 03:04:05",
  pay_bankcode: "901",
  pay_notifyurl: "http://127.0.0.1:3000/notify",
  pay_callbackurl: "http://127.0.0.1:3000/return",
  pay_amount: "19.99",
};

/** With the variant under which the sandbox takes it; null: another rule does not allow such fields. */
const requests: readonly (readonly [
  title: string,
  sandbox: Variant | null,
  sign: string,
  Changes,
  key?: string,
])[] = [
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  ["the worked example of the documentation", "hosted", "C78BB2D324046415088352B73E1C2F50", {}],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10001&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-card-key
  [
    "a card merchant's key",
    "card",
    "9A326AC3485DDD7353A05589E362F06C",
    { pay_memberid: "10001" },
    "sandbox-card-key",
  ],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10003&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-link-key
  [
    "a link merchant's key",
    "link",
    "C1E2AE952A29830EF8D60E501641334A",
    { pay_memberid: "10003" },
    "sandbox-link-key",
  ],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10004&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-subscription-key
  [
    "a subscription merchant's key",
    "subscription",
    "86F3929A334856BE2A6D708467678A35",
    { pay_memberid: "10004" },
    "sandbox-subscription-key",
  ],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10005&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-apm-key
  [
    "an apm merchant's key",
    "apm",
    "F042FCD79B90F487D598F11F3174D57E",
    { pay_memberid: "10005" },
    "sandbox-apm-key",
  ],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=ZYXWVTSRQPNMKJHGFEDC&key=sandbox-hosted-key
  [
    "a gateway order ID of other letters",
    "hosted",
    "8E02459187EC2070E6186BDEA6D04070",
    { pay_orderid: "ZYXWVTSRQPNMKJHGFEDC" },
  ],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=Bestellung-Größe-7&key=sandbox-hosted-key
  [
    "a gateway order ID that is not ASCII",
    "hosted",
    "A4250E5C90FCA2FAA238CFE55E3A22B7",
    { pay_orderid: "Bestellung-Größe-7" },
  ],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=注文😀1&key=sandbox-hosted-key
  [
    "a gateway order ID outside the first plane",
    "hosted",
    "F50139718AA369CD6E10E380492BBC50",
    { pay_orderid: "注文😀1" },
  ],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return/%C3%A9%2F1&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  [
    "an address with an escape, signed as it stands",
    "hosted",
    "7E154B381E1E5024F204590EEE320E44",
    { pay_callbackurl: "http://127.0.0.1:3000/return/%C3%A9%2F1" },
  ],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/a+b&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  [
    "an address with a plus sign, signed as it stands",
    "hosted",
    "8E97C3B46F0C5C4B57B9DB49F7A29AF7",
    { pay_callbackurl: "http://127.0.0.1:3000/a+b" },
  ],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify?id=7&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  [
    "an address with an equals sign",
    "hosted",
    "3190E8419072C89855024FF2FE3D41CA",
    { pay_notifyurl: "http://127.0.0.1:3000/notify?id=7" },
  ],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/zurück&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  [
    "an address that is not ASCII",
    "hosted",
    "5A8955A87615F20479F8BB4E4821B84C",
    { pay_callbackurl: "http://127.0.0.1:3000/zurück" },
  ],
  // pay_amount=19.99&pay_applydate=2028-02-29 23:59:59&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  [
    "the last second of a leap day",
    "hosted",
    "A6CC26DD404FBA4CEF6E73B53F53D22A",
    { pay_applydate: "2028-02-29 23:59:59" },
  ],
  // pay_amount=500&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  ["an amount without decimals", "hosted", "011FEF7D0EDA028C29ED0B15594509B0", { pay_amount: "500" }],
  // pay_amount=1.250&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  ["an amount of three decimals", "hosted", "85B29B72932B30489758CE063B4E1229", { pay_amount: "1.250" }],
  // pay_amount=1.2500&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  ["an amount of four decimals", "hosted", "6569CB9F41A2FF3433424400F7500E8C", { pay_amount: "1.2500" }],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=1000000000&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  ["another bank code", "hosted", "B1FB2D1C524590259A5B1EBA7B43B8F1", { pay_bankcode: "1000000000" }],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  [
    "fields that are not signed among them",
    null,
    "C78BB2D324046415088352B73E1C2F50",
    { pay_currency: "USD", pay_firstname: "Ada", system: "pay-index", pay_type: "link" },
  ],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  ["an empty field left out", null, "98DB86728DE2752AA7F5913A3603DE1E", { pay_bankcode: "" }],
  // pay_amount=19.99&key=sandbox-hosted-key
  [
    "all but one field empty",
    null,
    "1FFDEECE3664001312E8A65C1510BCD2",
    {
      pay_memberid: "",
      pay_orderid: "",
      pay_applydate: "",
      pay_bankcode: "",
      pay_notifyurl: "",
      pay_callbackurl: "",
    },
  ],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  ["a field that is absent", null, "C664C3840CC191CD2D79366B87914F12", { pay_callbackurl: null }],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=0&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  ["the value 0 is not empty in a request", null, "A948B0910469F1E6AC6E81F82774B0B8", { pay_bankcode: "0" }],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid= order 1 &key=sandbox-hosted-key
  ["blanks inside and at both ends", null, "B039B5A246EF8968DED46106AD0B695D", { pay_orderid: " order 1 " }],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid= &key=sandbox-hosted-key
  ["a blank alone is not empty", null, "6AC5AF4EFFA948C922BCE09E6B4E7099", { pay_orderid: " " }],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=k e=y&+%
  ["a key with blanks and signs", null, "5466F6503B7CB2BE8E49FBABA6D1CBC2", {}, "k e=y&+%"],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=Schlüssel-鍵
  ["a key that is not ASCII", null, "0462AA76E25069A23AA89AADE11BB669", {}, "Schlüssel-鍵"],
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=000
  ["a key that would sort first", null, "C4CF64A7D011429D47BC6E38E7F2531C", {}, "000"],
];

/** Signatures over request fields (SIG rules). */
export const requestVectors = requests.map(([title, sandbox, sign, changes, key = usualKey]) => ({
  title,
  sandbox,
  sign,
  key,
  fields: fieldsWith(usualRequest, changes),
}));

const usualNotification = {
  memberid: "10002",
  orderid: "00000000000000000001",
  amount: "19.99",
  true_amount: "19.99",
  currency: "USD",
  transaction_id: "202611200001",
  returncode: "00",
  datetime: "20261120100000",
};

/** With the first rule, in the order of the documentation, under which it verifies. */
const notifications: readonly (readonly [
  title: string,
  rule: SignRule,
  sign: string,
  Changes,
  key?: string,
])[] = [
  // amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  ["plain success", "received", "5DD9DD369C7EA2B12ECF4C9E7BAF5ED9", {}],
  // amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&msg=Do not honor&orderid=00000000000000000001&returncode=2&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  [
    "plain failure with a message",
    "received",
    "0D8CD3849A73DF9EAA600711FBDDFF24",
    { returncode: "2", msg: "Do not honor" },
  ],
  // amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  ["an empty attach", "received", "5DD9DD369C7EA2B12ECF4C9E7BAF5ED9", { attach: "" }],
  // amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  ["a filled attach is outside", "received", "5DD9DD369C7EA2B12ECF4C9E7BAF5ED9", { attach: "note 1" }],
  // amount=19.99&attach=note 1&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  ["a filled attach is inside", "received-attach", "2401005E271C8639669E7005D540BD41", { attach: "note 1" }],
  // amount=19.99&attach=größe 😀&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  [
    "an attach that is not ASCII",
    "received-attach",
    "4A3C0B8BD714FA37412092030B4E8AFD",
    { attach: "größe 😀" },
  ],
  // amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  ["enabled=0 is outside", "received", "5DD9DD369C7EA2B12ECF4C9E7BAF5ED9", { enabled: "0" }],
  // amount=19.99&currency=USD&datetime=20261120100000&enabled=0&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  ["enabled=0 is inside", "received-zero", "0E72ED05FCD4B520B4A05F4FCE9960F0", { enabled: "0" }],
  // amount=19.99&currency=USD&datetime=20261120100000&enabled=1&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  ["enabled=1 is inside", "received", "DB9AB65640563FE0F84C91F8E9FE760C", { enabled: "1" }],
  // amount=19.99&attach=note 1&currency=USD&datetime=20261120100000&enabled=0&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  [
    "attach and enabled=0 are inside",
    "received-attach-zero",
    "973A67563E2B0AE6F25091D801AC93F0",
    { attach: "note 1", enabled: "0" },
  ],
  // amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&payment_period_count=1&payment_transaction_id=312345678901&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  [
    "a cycle is inside",
    "received",
    "CAC8F8D426D2601B69A89D580E2B6D59",
    { payment_transaction_id: "312345678901", payment_period_count: "1" },
  ],
  // amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  [
    "a cycle is outside",
    "nine",
    "5DD9DD369C7EA2B12ECF4C9E7BAF5ED9",
    { payment_transaction_id: "312345678901", payment_period_count: "1" },
  ],
  // amount=19.99&attach=note 1&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  [
    "an attach and a cycle",
    "nine",
    "2401005E271C8639669E7005D540BD41",
    { attach: "note 1", payment_transaction_id: "312345678901", payment_period_count: "1" },
  ],
  // amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  ["an empty field of another name is outside", "received", "5DD9DD369C7EA2B12ECF4C9E7BAF5ED9", { msg: "" }],
  // amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&msg= &orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  ["a blank is not empty", "received", "A51D5CF57E9F5A69F5F6A114318392E6", { msg: " " }],
  // amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&msg=00&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  ["the value 00 is not the value 0", "received", "A249A267B90D945414F9E355292D3B78", { msg: "00" }],
  // amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=2&transaction_id=202611200001&true_amount=0.00&key=sandbox-hosted-key
  [
    "the value 0.00 is not the value 0",
    "received",
    "F06785517D9D64078969054A1BCC6855",
    { true_amount: "0.00", returncode: "2" },
  ],
  // amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=2&transaction_id=202611200001&key=sandbox-hosted-key
  [
    "an amount of 0 is outside",
    "received",
    "B20BFAAA29FE80D94B789F1FD4B9B89F",
    { true_amount: "0", returncode: "2" },
  ],
  // amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=2&transaction_id=202611200001&true_amount=0&key=sandbox-hosted-key
  [
    "an amount of 0 is inside",
    "received-zero",
    "B9E624F8428B0A89355C10CE5C0CE744",
    { true_amount: "0", returncode: "2" },
  ],
  // 0x=2&Zeta=1&amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  [
    "capitals sort before small letters, digits before both",
    "received",
    "AF0D03B4DCFFD1B0E989444D2A5D2696",
    { Zeta: "1", "0x": "2" },
  ],
  // B=2&_a=1&amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  [
    "an underscore sorts after capitals, before small letters",
    "received",
    "78EB0181D26347F62FB483ACF67B1E03",
    { _a: "1", B: "2" },
  ],
  // amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&～=1&😀=2&key=sandbox-hosted-key
  [
    "a name outside the first plane sorts by bytes, after one inside it",
    "received",
    "B8E5B4ACF650A1DA74BC9FF5D30D6C03",
    { "～": "1", "😀": "2" },
  ],
  // amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&msg=a=b&key=c&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key
  [
    "a value with the signs of the text in it",
    "received",
    "4874B21F2E954455188463741194A92A",
    { msg: "a=b&key=c" },
  ],
  // amount=19.9900&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.9900&key=sandbox-hosted-key
  [
    "four decimals",
    "received",
    "00506527065F8461BED8D145AD2F5142",
    { amount: "19.9900", true_amount: "19.9900" },
  ],
  // amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=hosted-key-of-2025
  ["a previous key", "received", "617A09CA1DCD274BE002E310D204F698", {}, "hosted-key-of-2025"],
  // amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=Schlüssel-鍵
  ["a key that is not ASCII", "received", "9C07013095DC0ED198C267E295B36365", {}, "Schlüssel-鍵"],
];

/** Signatures over the fields of a notification (NSIG rules). */
export const notificationVectors = notifications.map(([title, rule, sign, changes, key = usualKey]) => ({
  title,
  rule,
  sign,
  key,
  fields: fieldsWith(usualNotification, changes),
}));
