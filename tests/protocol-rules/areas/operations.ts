import type { OperationName } from "../../../packages/core/src/protocol/operations/operation-paths-and-fields.ts";
import type { OperationReplyExample, PaymentExample, QueryFields, Rule, Step } from "../rule-types.ts";
import { ownRule } from "../rule-types.ts";
import { refundStateRules } from "./refunds.ts";

// Each sign was made by the md5sum command of GNU coreutils (see signature-vectors.ts), with the key sandbox-hosted-key.

const order = '"memberid":"10002","orderid":"00000000000000000001"';
const orderText = "memberid=10002&orderid=00000000000000000001";
const named = { pay_memberid: "10002", pay_orderid: "00000000000000000001" };
const signOfOrder = "895D08EF64961C201F28D544570B8B22";
const signOfTransaction = "AC0FC4ACD35F4FC686C3B2FE0801563B";

/** A reply about the order. `members` are written as JSON, without braces. */
function reply(
  operation: OperationName,
  members: string,
  [sign, means]: [sign: string, means: OperationReplyExample["means"]],
): OperationReplyExample {
  return { operation, reply: `{${order}${members && `,${members}`}${sign && `,"sign":"${sign}"`}}`, means };
}

const mismatch = { outcome: "unverified", reason: "mismatch" };
const paid =
  '"amount":"19.99","true_amount":"19.99","transaction_id":"T1","returncode":"00","trade_state":"SUCCESS"';
const signOfPaid = "150BE8B80F481CEAA7A2DCCE92D84F1A";
const cancelSign = "4A9DCB5D970D71E2C470D9CA2A934BFF";

const replyRules: readonly Rule[] = [
  ownRule("OPS-REPLY", {
    accepted: [
      reply("query", paid, [signOfPaid, { outcome: "reported" }]),
      reply("query", `${paid},"note":"1"`, [signOfPaid, { outcome: "reported" }]),
      reply("query", `${paid},"data":[],"note":null,"more":""`, [signOfPaid, { outcome: "reported" }]),
      {
        operation: "query",
        reply: JSON.stringify(`{${order},${paid},"sign":"${signOfPaid}"}`),
        means: { outcome: "reported" },
      },
      {
        operation: "query",
        reply: `\uFEFF<pre>{${order},${paid},"sign":"${signOfPaid}"}</pre>`,
        means: { outcome: "reported" },
      },
    ],
    refused: [
      reply("query", paid, ["", { outcome: "unverified", reason: "unsigned" }]),
      reply("query", `${paid},"true_currency":"EUR"`, [signOfPaid, mismatch]),
      reply("refund", paid, [signOfPaid, { outcome: "unverified", reason: "malformed" }]),
      {
        operation: "query",
        reply:
          '{"memberid":"10002","orderid":"00000000000000000002","trade_state":"SUCCESS","sign":"D6D444ACD28F3E152BD3F3DD590D05CF"}',
        means: { outcome: "unverified", reason: "foreign" },
      },
      { operation: "query", reply: "", means: { outcome: "unknown", reason: "empty" } },
      { operation: "refund", reply: "<html></html>", means: { outcome: "unknown", reason: "not_json" } },
      {
        operation: "refund",
        reply: '{"status":"error","msg":"no such order"}',
        means: { outcome: "rejected", text: "no such order" },
      },
    ],
  }),
];

const queryRules: readonly Rule[] = [
  ownRule("QRY-FORM", {
    accepted: [
      { operation: "query", sends: { ...named, pay_md5sign: signOfOrder } },
      {
        operation: "query",
        with: { transactionId: "T1" },
        sends: { ...named, transaction_id: "T1", pay_md5sign: signOfOrder },
      },
    ],
    refused: [
      { operation: "query", with: { transactionId: "" }, sends: { ...named, pay_md5sign: signOfOrder } },
    ],
  }),
  ownRule("QRY-STATE", {
    accepted: [
      reply("query", paid, [signOfPaid, { report: { state: "paid", transactionId: "T1" } }]),
      reply("query", '"returncode":"00","trade_state":"PENDING"', [
        "557EF7540F4CD18A38E68A594AAC9E33",
        { report: { state: "pending" } },
      ]),
    ],
    refused: [
      reply("query", '"returncode":"00","trade_state":"OK"', [
        "428D26C7AC266F06B0EBF5033A96D606",
        { report: { state: "unrecognized", tradeState: "OK" } },
      ]),
      reply("query", '"returncode":"00"', [
        "CE10C6E95AE58FC4BA3BD71BD9D331D3",
        { outcome: "unverified", reason: "malformed" },
      ]),
    ],
  }),
  ownRule("QRY-AMOUNT", {
    accepted: [
      reply(
        "query",
        '"amount":1.80,"true_amount":"1.80","true_currency":"USD","transaction_id":"T1","returncode":"00","trade_state":"SUCCESS"',
        [
          "55C719CB985AC18ABFA43F90E92DFAF4",
          { report: { amount: "1.80", trueAmount: "1.80", currency: "USD" } },
        ],
      ),
    ],
    refused: [reply("query", paid, [signOfPaid, { report: { currency: "" } }])],
  }),
];

const asking = { operations: { query: {} } };
const queried = (query: QueryFields, gives: PaymentExample["gives"]): PaymentExample => ({
  life: "hosted",
  settings: asking,
  steps: [{ query }],
  gives,
});
const overdue = (answersQueries: QueryFields, gives: PaymentExample["gives"]): PaymentExample => ({
  life: "hosted",
  settings: asking,
  steps: [{ answersQueries }, { pass: 3601 }, { sweep: true }],
  gives,
});

const returned = (answersQueries: QueryFields, gives: PaymentExample["gives"]): PaymentExample => ({
  life: "hosted",
  settings: asking,
  steps: [{ answersQueries }, { back: "processing" }, { pass: 3 }, { sweep: true }],
  gives,
});
const charged = (answer: string, gives: PaymentExample["gives"]): PaymentExample => ({
  life: "card",
  settings: { ...asking, acceptRawCards: true },
  answer,
  steps: [{ answersQueries: {} }, { pass: 15 }, { sweep: true }],
  gives,
});

const inquiryRules: readonly Rule[] = [
  ownRule("QRY-FACT", {
    accepted: [
      queried({}, { state: "paid", applied: 1, items: [] }),
      queried({ trade_state: "FAIL" }, { state: "failed" }),
      queried({ currency: "" }, { state: "paid", applied: 1, items: [] }),
      {
        life: "hosted",
        settings: asking,
        steps: [{ notify: {} }, { query: {} }, { query: {} }],
        gives: { state: "paid", applied: 1, items: [], facts: 3 },
      },
    ],
    refused: [
      queried({ trade_state: "NOTPAY" }, { state: "pending", applied: 0 }),
      queried({ true_amount: "19.98" }, { state: "review", applied: 0, items: ["amount-mismatch"] }),
      queried({ transaction_id: "" }, { state: "review", applied: 0, items: ["amount-mismatch"] }),
      queried({ orderid: "00000000000000000002" }, { state: "pending", applied: 0, facts: 1 }),
      queried({ trade_state: "REFUND" }, { state: "pending", applied: 0, items: ["refund-notice"] }),
    ],
  }),
  ownRule("QRY-REFUND", {
    accepted: [
      {
        life: "hosted",
        settings: asking,
        steps: [{ notify: {} }, { query: { trade_state: "REFUND" } }, { query: { trade_state: "REFUND" } }],
        gives: { state: "paid", items: [], refunded: 1999, refunds: ["succeeded"] },
      },
    ],
    refused: [queried({ trade_state: "REFUND" }, { state: "pending", refunds: [] })],
  }),
  ownRule("QRY-REPEAT", {
    accepted: [
      {
        life: "hosted",
        settings: asking,
        steps: [
          { answersQueries: { trade_state: "REFUND" } },
          { notify: {} },
          { pass: 3600 },
          { notify: { datetime: "20260301130000" } },
          { sweep: true },
        ],
        gives: { replies: ["200 OK", "200 OK"], state: "paid", items: [], applied: 1, refunded: 1999 },
      },
    ],
    refused: [
      {
        life: "hosted",
        settings: asking,
        steps: [
          { answersQueries: { trade_state: "REFUND" } },
          { notify: {} },
          { pass: 3599 },
          { notify: { datetime: "20260301130000" } },
          { sweep: true },
        ],
        gives: { state: "paid", items: [], applied: 1, refunded: 0 },
      },
      {
        life: "hosted",
        settings: asking,
        steps: [{ notify: {} }, { pass: 3600 }, { notify: {} }, { sweep: true }],
        gives: { state: "paid", items: [], applied: 1, refunded: 0 },
      },
    ],
  }),
  ownRule("QRY-OVERDUE", {
    accepted: [
      overdue({}, { state: "paid", applied: 1, items: [] }),
      overdue({ trade_state: "NOTPAY" }, { state: "pending", items: [] }),
      overdue("", { state: "pending", items: [] }),
    ],
    refused: [
      overdue({ trade_state: "PENDING" }, { state: "pending", items: ["no-result"] }),
      { ...overdue({}, { state: "pending", items: ["no-result"] }), settings: {} },
    ],
  }),
  ownRule("QRY-RETURN", {
    accepted: [
      returned({}, { state: "paid", applied: 1, submissions: 2 }),
      returned("", { state: "pending", items: [], submissions: 2 }),
      {
        ...returned({}, { state: "pending", submissions: 6 }),
        steps: [
          { answersQueries: { trade_state: "NOTPAY" } },
          { back: "processing" },
          ...[3, 10, 30, 60, 300, 600].flatMap((pass) => [{ pass }, { sweep: true } as const]),
        ],
      },
    ],
    refused: [
      { ...returned({}, { state: "pending", submissions: 1 }), settings: {} },
      {
        ...returned({}, { state: "paid", submissions: 1 }),
        steps: [{ notify: {} }, { back: "processing" }, { pass: 3 }, { sweep: true }],
      },
    ],
  }),
  ownRule("QRY-CHARGE", {
    accepted: [
      charged("", { state: "paid", applied: 1, submissions: 2 }),
      charged('{"status":0}', { state: "paid", applied: 1, submissions: 2 }),
    ],
    refused: [
      charged('{"status":1,"url":"https://gateway.test/3d"}', { state: "pending", submissions: 1 }),
      charged('{"status":2}', { state: "failed", submissions: 1 }),
    ],
  }),
];

const refund = { transactionId: "T1", paid: 1999, amount: 500, currency: "USD", reason: "wrong size" };

const refundRules: readonly Rule[] = [
  ownRule("RFD-FORM", {
    accepted: [
      {
        operation: "refund",
        with: refund,
        sends: {
          ...named,
          transaction_id: "T1",
          currency: "USD",
          pay_amount: "19.99",
          refund_amount: "5.00",
          refund_reason: "wrong size",
          pay_md5sign: signOfTransaction,
        },
      },
    ],
    refused: [{ operation: "refund", with: { ...refund, currency: "usd" }, error: "money_invalid" }],
  }),
  ownRule("RFD-REPLY", {
    accepted: [
      reply("refund", '"refund_orderid":"R1","returncode":"00"', [
        "FB48E5C9E0471FB8EAA3C9E629ADED28",
        { outcome: "accepted", refund: { refundId: "R1" } },
      ]),
    ],
    refused: [
      reply("refund", '"refund_message":"V0011:ERROR","returncode":"11"', [
        "128E6765F2AC17369A1537CC5CA7EF07",
        { outcome: "refused", code: "11", text: "V0011:ERROR" },
      ]),
      reply("refund", '"refund_orderid":null,"returncode":"00"', [
        "CE10C6E95AE58FC4BA3BD71BD9D331D3",
        { outcome: "unverified", reason: "malformed" },
      ]),
    ],
  }),
  ownRule("RFQ-FORM", {
    accepted: [
      { operation: "refund-query", sends: { ...named, pay_md5sign: signOfOrder } },
      {
        operation: "refund-query",
        with: { transactionId: "T1", refundId: "R1" },
        sends: { ...named, transaction_id: "T1", refund_orderid: "R1", pay_md5sign: signOfOrder },
      },
    ],
    refused: [
      { operation: "refund-query", with: { refundId: "" }, sends: { ...named, pay_md5sign: signOfOrder } },
    ],
  }),
  ownRule("RFQ-STATE", {
    accepted: [
      reply("refund-query", '"refund_orderid":"R1","refund_status":"1"', [
        "61AF4A1E9F787AA6CEE4221A6A4A8CB6",
        { outcome: "succeeded", refund: { refundId: "R1" } },
      ]),
      reply("refund-query", '"refund_orderid":"R1","refund_status":3', [
        "955FC594358D5EFABF5D9E2F3BB7F441",
        { outcome: "failed" },
      ]),
    ],
    refused: [
      reply("refund-query", '"refund_orderid":"R1","refund_status":"9"', [
        "7D46420AE49044C89B8101DF2C8349AB",
        { outcome: "unrecognized", status: "9" },
      ]),
    ],
  }),
];

const cancelRules: readonly Rule[] = [
  ownRule("CAN-FORM", {
    accepted: [{ operation: "cancel-subscription", sends: { ...named, pay_md5sign: signOfOrder } }],
    refused: [
      {
        operation: "cancel-subscription",
        with: { transactionId: "T1" },
        sends: { ...named, pay_md5sign: signOfOrder },
      },
    ],
  }),
  ownRule("CAN-REPLY", {
    accepted: [
      reply("cancel-subscription", '"msg":"Unsubscribe failed","status":"success"', [
        cancelSign,
        { outcome: "cancelled" },
      ]),
    ],
    refused: [
      reply("cancel-subscription", '"msg":"Unsubscribe successfully","status":"error"', [
        "8A166C106653D19309998F34F9C3FEE5",
        { outcome: "refused" },
      ]),
      reply("cancel-subscription", '"msg":"Unsubscribe successfully"', [
        "4E08FB45D95F16D4BD3DA81E975B3C1A",
        { outcome: "unverified", reason: "malformed" },
      ]),
    ],
  }),
];

const firstCycle: Step = {
  notify: { payment_transaction_id: "M", payment_period_count: "1", transaction_id: "T1" },
};
const secondCycle: Step = {
  notify: { payment_transaction_id: "M", payment_period_count: "2", transaction_id: "T2" },
};
const cancelling = (gives: PaymentExample["gives"], ...steps: readonly Step[]): PaymentExample => ({
  life: "subscription",
  settings: { operations: { cancelSubscription: {} } },
  steps,
  gives,
});
const refusal = { status: "error", msg: "Unsubscribe successfully" };
const notCancelled = ["subscription-not-cancelled"];
const untilGivenUp = [10, 60, 300, 1800, 7200, 21_600].flatMap((pass): Step[] => [{ pass }, { sweep: true }]);

const cancellationRules: readonly Rule[] = [
  ownRule("CAN-COMMIT", {
    accepted: [
      cancelling({ reports: ["closed"], submissions: 2, facts: 4, items: [] }, firstCycle, { cancel: {} }),
      cancelling(
        { reports: ["closed"], submissions: 3, items: [] },
        firstCycle,
        { cancel: "" },
        { answersCancellations: {} },
        { pass: 10 },
        { sweep: true },
      ),
    ],
    refused: [cancelling({ reports: [], submissions: 1, facts: 1 }, { cancel: {} })],
  }),
  ownRule("CAN-CLOSED", {
    accepted: [
      cancelling(
        { reports: ["closed", "cycle 2"], items: ["charged-after-closing"] },
        firstCycle,
        { cancel: { payment_period_count: "1" } },
        secondCycle,
      ),
      cancelling(
        { reports: ["closed", "cycle 2"], items: ["charged-after-closing"] },
        firstCycle,
        { cancel: {} },
        secondCycle,
      ),
    ],
    refused: [
      cancelling({ reports: ["cycle 2"], items: [] }, firstCycle, { cancel: refusal }, secondCycle),
      cancelling({ reports: ["cycle 2"], items: [] }, firstCycle, { cancel: "" }, secondCycle),
      cancelling({ reports: ["cycle 2"], items: [] }, firstCycle, { cancel: { orderid: "1" } }, secondCycle),
    ],
  }),
  ownRule("CAN-RETRY", {
    accepted: [
      cancelling({ items: notCancelled, submissions: 8 }, firstCycle, { cancel: "" }, ...untilGivenUp),
      cancelling(
        { items: notCancelled, submissions: 3 },
        firstCycle,
        { cancel: "" },
        { answersCancellations: refusal },
        { pass: 10 },
        { sweep: true },
      ),
    ],
    refused: [cancelling({ items: [], submissions: 2 }, firstCycle, { cancel: refusal }, ...untilGivenUp)],
  }),
  ownRule("CAN-ONCE", {
    accepted: [
      cancelling(
        { reports: ["closed"], submissions: 2, facts: 4 },
        firstCycle,
        { cancel: {} },
        { cancel: {} },
      ),
      cancelling({ submissions: 2 }, firstCycle, { cancel: "" }, { cancel: {} }),
    ],
    refused: [
      cancelling({ submissions: 3 }, firstCycle, { cancel: refusal }, { pass: 1 }, { cancel: refusal }),
    ],
  }),
];

const chargeback = `alert_status=00&alert_type=Chargebacks&${orderText}&transaction_id=T1`;
const signOfChargeback = "7038B88EEEA55A86597441966A081BAC";

const disputeRules: readonly Rule[] = [
  ownRule("DSP-FIELDS", {
    accepted: [
      { dispute: `${chargeback}&sign=${signOfChargeback}`, means: { transactionId: "T1", refundId: "" } },
      {
        dispute: `alert_status=11&alert_type=Refund&${orderText}&refund_orderid=R1&transaction_id=T1&sign=C0BF526F557ADD2A612CA1FFFB572865`,
        means: { refundId: "R1" },
      },
    ],
    refused: [
      {
        dispute: `alert_status=00&${orderText}&transaction_id=T1&sign=9B140C736FE1C1BED0FC931AE45E46AD`,
        refusal: "malformed",
      },
    ],
  }),
  ownRule("DSP-TYPE", {
    accepted: [{ dispute: `${chargeback}&sign=${signOfChargeback}`, means: { kind: "chargeback" } }],
    refused: [
      {
        dispute: `alert_status=22&alert_type=Void&${orderText}&transaction_id=T1&sign=C1DAE4223D731EA51593DC3A61F7FC90`,
        means: { kind: "unrecognized", alertType: "Void" },
      },
    ],
  }),
  ownRule("DSP-STATUS", {
    accepted: [{ dispute: `${chargeback}&sign=${signOfChargeback}`, means: { result: "succeeded" } }],
    refused: [
      {
        dispute: `alert_status=11&alert_type=Refund&${orderText}&refund_orderid=R1&transaction_id=T1&sign=C0BF526F557ADD2A612CA1FFFB572865`,
        means: { result: "failed" },
      },
      {
        dispute: `alert_status=22&alert_type=Void&${orderText}&transaction_id=T1&sign=C1DAE4223D731EA51593DC3A61F7FC90`,
        means: { result: "unrecognized" },
      },
    ],
  }),
  ownRule("DSP-SIGN", {
    accepted: [
      {
        dispute: `alert_content=a %26 b&alert_status=00&alert_type=RDR&${orderText}&transaction_id=T1&sign=7C202C75EA5D3BEECD65B1838C70ED92`,
        means: { kind: "rdr-alert" },
      },
    ],
    refused: [
      { dispute: chargeback, refusal: "unsigned" },
      { dispute: `${chargeback}&amount=1.00&sign=${signOfChargeback}`, refusal: "mismatch" },
      { dispute: chargeback.replace("10002", "10009"), refusal: "foreign" },
      {
        dispute: `alert_content=a%26alert_status=11&alert_status=00&alert_type=RDR&${orderText}&transaction_id=T1&sign=6FA0ADDA98E9569B574D38C756FE41B7`,
        refusal: "malformed",
      },
    ],
  }),
];

/** The calls and the webhook that are not in SPEC. */
export const operationRules: readonly Rule[] = [
  ownRule("OPS-PATH", {
    accepted: [{ operation: "refund-query", path: "/pay/trade/queryRefund" }],
    refused: [
      { operation: "query", path: "https://other.example/query", problems: ["path"] },
      { operation: "query", path: "/pay/../query", problems: ["path"] },
    ],
  }),
  ownRule("OPS-SIGN", {
    accepted: [
      {
        operation: "query",
        with: { transactionId: "T1" },
        signedFields: ["pay_memberid", "pay_orderid", "transaction_id"],
        sends: { ...named, transaction_id: "T1", pay_md5sign: signOfTransaction },
      },
    ],
    refused: [{ operation: "query", signedFields: ["pay_amount"], problems: ["signedFields.0"] }],
  }),
  ...replyRules,
  ...queryRules,
  ...inquiryRules,
  ...refundRules,
  ...refundStateRules,
  ...cancelRules,
  ...cancellationRules,
  ...disputeRules,
];
