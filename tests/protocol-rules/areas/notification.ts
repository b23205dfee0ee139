import type { PaymentExample, Step } from "../rule-types.ts";
import { ownRule, type Rule, specRule } from "../rule-types.ts";

const told = (
  notify: Readonly<Record<string, string | null>>,
  gives: PaymentExample["gives"],
): PaymentExample => ({
  life: "hosted",
  steps: [{ notify }],
  gives,
});
const paid = { replies: ["200 OK"], state: "paid", items: [] };
const mismatch = { replies: ["200 OK"], state: "review", items: ["amount-mismatch"], applied: 0 };
const posted = (body: string, reply: string, contentType?: string): PaymentExample => ({
  life: "hosted",
  steps: [contentType === undefined ? { body } : { body, contentType }],
  gives: { replies: [reply], state: "pending", applied: 0 },
});
const cycle = (count: string, more: Readonly<Record<string, string | null>> = {}): Step => ({
  notify: { payment_transaction_id: "M", payment_period_count: count, transaction_id: `T${count}`, ...more },
});

const tolerance = { acceptOverpayment: { USD: 100 }, acceptUnderpayment: { USD: 5 } };
const tolerated = (...[notify, gives]: Parameters<typeof told>) => ({
  ...told(notify, gives),
  settings: { amountMismatch: tolerance },
});

export const notificationRules: readonly Rule[] = [
  specRule("NOT-ENCODING", "2.6, 4", {
    accepted: [
      told({ msg: "größe 李 😀" }, paid),
      told({ msg: "1 + 1 = 2, 50%" }, paid),
      // printf '%s' 'memberid=10002&msg=50%ZZ&key=sandbox-hosted-key' would be its text: a lone % stands for itself
      posted("memberid=10002&orderid=ORDER&msg=50%ZZ", "401 unsigned"),
      {
        life: "hosted",
        steps: [{ parsed: { memberid: "10002", orderid: "ORDER" } }],
        gives: { replies: ["401 unsigned"] },
      },
      posted("\uFEFFmemberid=10002&orderid=ORDER", "401 unsigned"),
      posted('{"memberid":"10002","orderid":"ORDER","amount":19.99}', "401 unsigned", "text/plain"),
      posted("memberid=10002&orderid=ORDER", "401 unsigned", "application/json"),
      posted(
        '--x\r\nContent-Disposition: form-data; name="memberid"\r\n\r\n10002\r\n--x--\r\n',
        "403 foreign",
        "multipart/form-data",
      ),
      told({ msg: "caf\uFFFD", attach: "caf\uFFFD" }, paid),
      { life: "hosted", steps: [{ notify: { msg: "caf\uFFFD %C4%E3" }, parsedByHost: true }], gives: paid },
      // No sign covers `attach`, so what a body parser left of it does not matter.
      { life: "hosted", steps: [{ notify: { attach: "caf\uFFFD" }, parsedByHost: true }], gives: paid },
    ],
    refused: [
      posted("", "400 malformed"),
      posted("memberid=10002&orderid=ORDER&memberid=10002", "400 malformed"),
      posted("memberid=10002&orderid=ORDER&a[]=1", "400 malformed"),
      posted("memberid=10002&orderid=ORDER&msg=%00", "400 malformed"),
      posted('{"memberid":{"id":"10002"}}', "400 malformed", "application/json"),
      posted('{"memberid":"10002","memberid":"10002"}', "400 malformed"),
      posted(`memberid=10002&orderid=ORDER&msg=${"x".repeat(32_768)}`, "413 large"),
      {
        life: "hosted",
        steps: [{ parsed: { memberid: ["10002", "10002"] } }, { parsed: "text" }, { parsed: null }],
        gives: { replies: ["400 malformed", "400 malformed", "400 malformed"] },
      },
    ],
  }),
  ownRule("NOT-CHARSET", {
    accepted: [
      // The bytes of 中 in GBK. They are not signed here: the first reading of the body has the other fields.
      posted("memberid=10002&orderid=ORDER&msg=%D6%D0", "401 unsigned"),
      posted("memberid=10002&orderid=ORDER&msg=%D6%D0", "401 unsigned", "text/plain; charset=utf-8"),
      posted("memberid=10002&orderid=ORDER", "401 unsigned", "text/plain; charset=nonsense"),
    ],
    refused: [
      posted("memberid=10002&orderid=ORDER&msg=%D6%D0&sign=00000000000000000000000000000000", "401 mismatch"),
    ],
  }),
  specRule("NOT-FIELDS", "2.6", {
    accepted: [
      told({}, paid),
      told({ attach: "note" }, paid),
      told({ msg: "a field beyond" }, paid),
      {
        emitted: "card",
        card: "success",
        fields: {
          memberid: "10001",
          orderid: /^[0-9A-Z]{20}$/,
          amount: "19.99",
          true_amount: "19.99",
          currency: "USD",
          transaction_id: /^\d{12}$/,
          returncode: "00",
          datetime: /^\d{14}$/,
          sign: /^[0-9A-F]{32}$/,
          attach: "",
          enabled: null,
          payment_period_count: null,
        },
      },
    ],
    refused: [
      told({ memberid: "10001" }, { replies: ["403 foreign"], state: "pending" }),
      told({ orderid: "00000000000000000000" }, { replies: ["403 foreign"], state: "pending" }),
      ...["amount", "true_amount", "transaction_id", "returncode", "datetime"].map((name) =>
        told({ [name]: null }, { replies: ["400 malformed"], state: "pending", applied: 0 }),
      ),
      told({ transaction_id: "" }, { replies: ["400 malformed"], state: "pending" }),
    ],
  }),
  ownRule("NOT-MSG", {
    accepted: [
      {
        life: "hosted",
        steps: [{ notify: { returncode: "2" }, unsigned: { msg: "No Card record & more" } }],
        gives: { replies: ["200 OK"], state: "failed", items: [] },
      },
      { life: "hosted", steps: [{ notify: {}, unsigned: { msg: "failed" } }], gives: paid },
    ],
    refused: [
      {
        life: "hosted",
        steps: [{ notify: { msg: "signed" }, unsigned: { msg: "changed" } }],
        gives: { replies: ["401 mismatch"], state: "pending" },
      },
    ],
  }),
  specRule("NOT-CODE", "2.6, 3, 6, 7", {
    accepted: [
      told({ returncode: "00" }, paid),
      told({ returncode: "2" }, { replies: ["200 OK"], state: "failed", items: [], applied: 0 }),
      { emitted: "card", card: "success", fields: { returncode: "00" } },
      { emitted: "card", card: "failed", fields: { returncode: "2", true_amount: "0.00" } },
    ],
    refused: [
      ...["02", "1", "00 "].map((returncode) =>
        told({ returncode }, { replies: ["200 OK"], state: "pending", items: ["unknown-code"], applied: 0 }),
      ),
      // Most rules do not sign an empty value or 0, and nothing unsigned decides.
      ...["0", ""].map((returncode) =>
        told({ returncode }, { replies: ["400 malformed"], state: "pending", items: ["not-verified"] }),
      ),
    ],
  }),
  specRule("NOT-AMOUNT", "2.6", {
    accepted: [told({ amount: "19.9900", true_amount: "19.99" }, paid), told({ amount: "019.99" }, paid)],
    refused: [
      told({ true_amount: "19.98" }, mismatch),
      told({ amount: "1999" }, mismatch),
      told({ true_amount: "" }, mismatch),
      told({ true_amount: "1e3" }, mismatch),
      told({ true_amount: " 19.99" }, mismatch),
      told({ true_amount: "19,99" }, mismatch),
      told({ true_amount: "-19.99" }, mismatch),
      told({ true_amount: "19.991" }, mismatch),
    ],
  }),
  ownRule("NOT-TOLERANCE", {
    accepted: [
      tolerated({ true_amount: "20.99" }, paid),
      tolerated({ true_amount: "19.94" }, paid),
      tolerated({ amount: "20.00", true_amount: "20.00" }, paid),
      { options: { amountMismatch: { acceptOverpayment: { JPY: 100 } } } },
    ],
    refused: [
      tolerated({ true_amount: "21.00" }, mismatch),
      tolerated({ true_amount: "19.93" }, mismatch),
      tolerated({ amount: "21.00" }, mismatch),
      tolerated({ currency: "EUR" }, mismatch),
      {
        options: { amountMismatch: { acceptOverpayment: { JPY: 0.5 } } },
        problems: ["amountMismatch.acceptOverpayment.JPY"],
      },
    ],
  }),
  specRule("NOT-CURRENCY", "2.6", {
    accepted: [
      told({ currency: "USD" }, paid),
      told({ currency: "usd" }, paid),
      told({ currency: "" }, paid),
      told({ currency: null }, paid),
    ],
    refused: [told({ currency: "EUR" }, mismatch), told({ currency: "USD " }, mismatch)],
  }),
  specRule("NOT-DATETIME", "2.6", {
    accepted: [
      told({ datetime: "20260301120000" }, paid),
      told({ datetime: "99999999999999" }, paid),
      {
        life: "hosted",
        steps: [{ notify: {} }, { notify: { datetime: "20260301130000" } }],
        gives: { applied: 1, facts: 2 },
      },
      { emitted: "card", card: "success", fields: { datetime: /^20\d{12}$/ } },
    ],
    refused: [told({ datetime: null }, { replies: ["400 malformed"], applied: 0 })],
  }),
  specRule("NOT-SUBSCRIPTION", "2.6, 6", {
    accepted: [
      { life: "subscription", steps: [cycle("1")], gives: { state: "paid", items: [], applied: 1 } },
      {
        life: "subscription",
        steps: [cycle("2"), cycle("1")],
        gives: { states: ["pending", "pending", "paid"], applied: 1 },
      },
      {
        life: "subscription",
        steps: [cycle("1"), cycle("2"), cycle("3")],
        gives: { items: [], applied: 1, facts: 2 },
      },
      {
        emitted: "subscription",
        card: "success",
        fields: { payment_transaction_id: /^\d{12}$/, payment_period_count: "1" },
      },
    ],
    refused: [
      ...["00", "-1", "1.5", "one", "01"].map(
        (count): PaymentExample => ({
          life: "subscription",
          steps: [cycle(count)],
          gives: { replies: ["200 OK"], state: "pending", items: ["unknown-cycle"], applied: 0 },
        }),
      ),
      { life: "subscription", steps: [cycle("2")], gives: { state: "pending", applied: 0 } },
    ],
  }),
  specRule("NOT-ENABLED", "2.6", {
    accepted: [
      {
        life: "subscription",
        steps: [cycle("1", { enabled: "0" })],
        gives: { state: "paid", items: [], applied: 1 },
      },
      {
        life: "subscription",
        steps: [cycle("1", { enabled: "1" })],
        gives: { state: "paid", items: [], applied: 1 },
      },
      {
        life: "subscription",
        steps: [cycle("1"), cycle("1", { enabled: "0" })],
        gives: { facts: 3, applied: 1 },
      },
    ],
    refused: [
      {
        life: "subscription",
        steps: [cycle("1", { enabled: "0", returncode: "2" })],
        gives: { state: "failed", applied: 0 },
      },
      { emitted: "subscription", card: "success", fields: { enabled: null } },
    ],
  }),
  ownRule("NOT-REPEAT", {
    accepted: [
      {
        life: "hosted",
        steps: [
          { notify: {} },
          { notify: { datetime: "20260301120010", amount: "19.9900", attach: "again" } },
        ],
        gives: { replies: ["200 OK", "200 OK"], facts: 2, applied: 1, items: [] },
      },
    ],
    refused: [
      {
        life: "hosted",
        steps: [{ notify: { true_amount: "1.00" } }, { notify: {} }],
        gives: { facts: 3, states: ["pending", "review", "paid"], items: ["amount-mismatch"] },
      },
      {
        life: "hosted",
        steps: [{ notify: {} }, { notify: { msg: "more" } }],
        gives: { facts: 3, applied: 1, items: [] },
      },
      { life: "subscription", steps: [cycle("1"), cycle("1", { enabled: "0" })], gives: { facts: 3 } },
    ],
  }),
  ownRule("NOT-ALERT", {
    accepted: [
      told(
        { alert_type: "refund" },
        { replies: ["200 OK"], state: "pending", items: ["refund-notice"], applied: 0 },
      ),
      {
        life: "hosted",
        steps: [{ notify: {} }, { notify: { alert_type: "refund" } }],
        gives: { state: "paid", items: ["refund-notice"], applied: 1 },
      },
    ],
    refused: [told({ alert_type: "" }, paid)],
  }),
];
