import { ownRule, type PaymentExample, type Rule, specRule } from "../rule-types.ts";

const url = "https://gateway.example/pay/1";
const unknown = (reason: string) => ({ outcome: "unknown", reason });

const korean = "중복 주문! 주문을 다시 제출해 주세요.";
const unclear = '{"status":"error","msg":"E1007"}';

const approvedBy = (
  immediateSuccess: string,
  steps: PaymentExample["steps"],
  gives: PaymentExample["gives"],
): PaymentExample => ({
  life: "hosted",
  settings: { immediateSuccess },
  answer: '{"status":0}',
  steps,
  gives,
});

export const responseRules: readonly Rule[] = [
  specRule("RES-STATUS", "2.4, 3, 7", {
    accepted: [
      { answer: '{"status":0,"msg":"placed"}', means: { outcome: "approved", text: "placed" } },
      { answer: `{"status":1,"url":"${url}"}`, means: { outcome: "redirect", url } },
      { answer: '{"status":2,"msg":"failed"}', means: { outcome: "declined", text: "failed" } },
      { answer: '{"status":"0"}', means: { outcome: "approved" } },
      { answer: `{"status":"1","url":"${url}"}`, means: { outcome: "redirect", url } },
      { answer: '{"status":"2"}', means: { outcome: "declined" } },
      { form: "card", set: { pay_cardno: "4242424242424242" }, status: 0 },
      { form: "card", set: { pay_cardno: "4141414141414141" }, status: 1 },
      { form: "card", set: { pay_cardno: "4000000000001018" }, status: 2 },
      { life: "hosted", answer: '{"status":0}', steps: [], gives: { state: "approved", applied: 0 } },
      {
        life: "hosted",
        answer: '{"status":2}',
        steps: [{ notify: {} }],
        gives: { states: ["failed", "paid"] },
      },
    ],
    refused: [
      ...'3,-1,1.5,true,null,[1],"00"," 1",""'.split(",").map((status) => ({
        answer: `{"status":${status},"msg":"m","url":"${url}"}`,
        means: unknown("odd_status"),
      })),
      { answer: `{"url":"${url}"}`, means: unknown("odd_status") },
    ],
  }),
  ownRule("RES-APPROVED", {
    accepted: [
      { options: { immediateSuccess: "paid" } },
      approvedBy("await-notification", [], { state: "approved", applied: 0 }),
      approvedBy("paid", [{ sweep: true }], { state: "paid", applied: 1 }),
      approvedBy("paid", [{ notify: {} }], { state: "paid", applied: 1, items: [] }),
      approvedBy("paid", [{ notify: { returncode: "2" } }], {
        state: "paid",
        items: ["contradictory-results"],
      }),
    ],
    refused: [
      { options: { immediateSuccess: true }, problems: ["immediateSuccess"] },
      {
        life: "hosted",
        settings: { immediateSuccess: "paid" },
        answer: '{"status":2}',
        steps: [{ sweep: true }],
        gives: { state: "failed", applied: 0 },
      },
    ],
  }),
  specRule("RES-MSG", "2.4", {
    accepted: [
      {
        answer: '{"status":2,"msg":"card 4242 4242 4242 4242 declined"}',
        means: { outcome: "declined", text: "card [digits] declined" },
      },
    ],
    refused: [
      {
        answer: '{"status":0,"msg":"transaction failed"}',
        means: { outcome: "approved", text: "transaction failed" },
      },
      { answer: '{"status":2,"msg":{"a":1}}', means: { outcome: "declined", text: undefined } },
    ],
  }),
  specRule("RES-URL", "2.4", {
    accepted: [
      { answer: `{"status":1,"url":" ${url} "}`, means: { outcome: "redirect", url } },
      {
        answer: '{"status":1,"url":"http://127.0.0.1:4400/pay"}',
        means: { url: "http://127.0.0.1:4400/pay" },
      },
    ],
    refused: [
      "/pay/1",
      "//gateway.example",
      "javascript:alert(1)",
      "https://u:p@gateway.example/",
      "data:,x",
      "",
    ].map((address) => ({ answer: JSON.stringify({ status: 1, url: address }), means: unknown("no_url") })),
  }),
  specRule("RES-ERROR", "7", {
    accepted: [
      {
        answer: '{"status":"error","msg":"sign"}',
        means: { outcome: "rejected", duplicate: false, unclear: undefined, text: "sign" },
      },
      { answer: '{"status":"error"}', means: { outcome: "rejected", duplicate: false } },
      { life: "hosted", answer: '{"status":"error","msg":"sign"}', steps: [], gives: { state: "failed" } },
    ],
    refused: [
      { answer: '{"status":"ERROR"}', means: unknown("odd_status") },
      { answer: '{"status":"failed"}', means: unknown("odd_status") },
      { form: "hosted", set: { pay_amount: "x" }, says: "pay_amount" },
      { form: "hosted", sign: "00000000000000000000000000000000", says: "signature" },
    ],
  }),
  ownRule("RES-DUPLICATE", {
    accepted: [
      ...['"error"', "2", '"2"'].flatMap((status) =>
        [korean, "Duplicate order id exists", "訂單已存在", "الطلب مكرر"].map((msg) => ({
          answer: `{"status":${status},"msg":"${msg}"}`,
          means: { outcome: "rejected", duplicate: true, text: msg },
        })),
      ),
      {
        life: "hosted",
        answer: `{"status":"error","msg":"${korean}"}`,
        steps: [{ notify: {} }],
        gives: { states: ["pending", "paid"], starts: ["waiting"] },
      },
      {
        life: "card",
        answer: `{"status":2,"msg":"${korean}"}`,
        steps: [{ start: "card" }],
        gives: { submissions: 1, starts: ["waiting", "waiting again"] },
      },
    ],
    refused: [
      {
        answer: '{"status":"error","msg":"order does not exist"}',
        means: { outcome: "rejected", duplicate: false, unclear: undefined },
      },
      {
        answer: '{"status":2,"msg":"order created, card declined"}',
        means: { outcome: "declined", duplicate: undefined },
      },
    ],
  }),
  ownRule("RES-UNCLEAR", {
    accepted: [
      { answer: unclear, means: { outcome: "rejected", duplicate: false, unclear: true } },
      {
        life: "hosted",
        settings: { operations: { query: {} } },
        answer: unclear,
        steps: [{ answersQueries: { trade_state: "NOTPAY" } }, { pass: 3 }, { sweep: true }],
        gives: { starts: ["waiting"], states: ["pending", "pending", "pending", "failed"] },
      },
      {
        life: "card",
        settings: { operations: { query: {} } },
        answer: unclear,
        steps: [{ pass: 15 }, { sweep: true }, { start: "card" }],
        gives: { starts: ["waiting", "paid again"], state: "paid", submissions: 2 },
      },
    ],
    refused: [
      { life: "hosted", answer: unclear, steps: [], gives: { starts: ["declined"], state: "failed" } },
      { answer: '{"status":2,"msg":"E1007"}', means: { outcome: "declined", unclear: undefined } },
      {
        life: "card",
        settings: { operations: { query: {} } },
        answer: '{"status":2,"msg":"E1007"}',
        steps: [{ pass: 60 }, { sweep: true }],
        gives: { starts: ["declined"], state: "failed", submissions: 1 },
      },
    ],
  }),
  ownRule("RES-ODD", {
    accepted: [
      { answer: '\uFEFF{"status":0}', means: { outcome: "approved" } },
      { answer: '"{\\"status\\":0}"', means: { outcome: "approved" } },
      { answer: 'Notice: {"status":2} \n', means: { outcome: "declined" } },
      { answer: '{"status":0,"transaction_id":"7","status_code":2}', means: { outcome: "approved" } },
      { answer: 'Warning: {foo} in bar{"status":0}Notice: array{}', means: { outcome: "approved" } },
    ],
    refused: [
      { answer: '"\\"{\\\\\\"status\\\\\\":0}\\""', means: unknown("not_json") },
      { answer: '[{"status":0}]', means: unknown("not_json") },
      { answer: "{status:0}", means: unknown("not_json") },
      { answer: '{"status":0}{"status":2}', means: unknown("not_json") },
    ],
  }),
  ownRule("RES-UNKNOWN", {
    accepted: [
      { answer: "", means: unknown("empty") },
      { answer: " \n ", means: unknown("empty") },
      { answer: "<html>", means: unknown("not_json") },
      { answer: '{"status":1', means: unknown("not_json") },
      {
        life: "hosted",
        answer: "",
        steps: [],
        gives: { state: "pending", starts: ["unreachable"], submissions: 1 },
      },
      {
        life: "card",
        answer: "",
        steps: [{ start: "card" }],
        gives: { submissions: 1, starts: ["waiting", "waiting again"] },
      },
    ],
    refused: [
      { answer: '{"status":0}', means: { outcome: "approved" } },
      { life: "hosted", answer: '{"status":2}', steps: [], gives: { state: "failed" } },
    ],
  }),
];
