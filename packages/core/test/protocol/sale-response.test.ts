import { describe, expect, test } from "vitest";
import { readSaleResponse as read, type SaleOutcome } from "../../src/protocol/submit-sale.ts";

const sent = { notifyToken: "N".repeat(26), returnToken: "R".repeat(26) };
const readSaleResponse = (body: string) => read(body, sent);

const url = "https://gateway.example/v1.1/payment/7";
const json = JSON.stringify;
const unknown = (reason: Extract<SaleOutcome, { outcome: "unknown" }>["reason"]): SaleOutcome => ({
  outcome: "unknown",
  reason,
});
const redirect: SaleOutcome = { outcome: "redirect", url };

const approved = { outcome: "approved" } as const;

test.each<[string, object, SaleOutcome]>([
  ["success", { status: 0, msg: "transaction success" }, { ...approved, text: "transaction success" }],
  ["success as text", { status: "0", msg: "ok" }, { ...approved, text: "ok" }],
  ["success without msg", { status: 0 }, approved],
  ["success with an empty msg", { status: 0, msg: "" }, approved],
  ["success with a msg that is no text", { status: 0, msg: { a: 1 } }, approved],
  ["redirect", { status: 1, url }, redirect],
  ["redirect as text", { status: "1", msg: "", url }, redirect],
  [
    "redirect with more members",
    { status: 1, msg: "", url, transaction_id: "202611200001", data: [] },
    redirect,
  ],
  ["failed as text", { status: "2" }, { outcome: "declined" }],
  ["failed with a url", { status: 2, url }, { outcome: "declined" }],
])("%s (RES-STATUS, RES-MSG)", (_, body, outcome) => {
  expect(readSaleResponse(json(body))).toEqual(outcome);
});

test.each([
  ["that it may be the reply to a query", { status: 0, trade_state: "SUCCESS", memberid: "1", orderid: "1" }],
  ["that it is a refused cancellation", { status: "error", memberid: "1", orderid: "1", sign: "0" }],
])("an answer with so many fields %s is unclear (MSG-TYPE)", (_, answer) => {
  expect(readSaleResponse(json(answer))).toEqual(unknown("odd_status"));
});

const rejected = (more: object): SaleOutcome => ({ outcome: "rejected", duplicate: false, ...more });

test.each<[unknown, object]>([
  ["Signature verification failed", {}],
  ["Duplicate order", { duplicate: true }],
  ["System busy", { unclear: true }],
])('"error" with "%s" is rejected: %j (RES-ERROR, RES-DUPLICATE, RES-UNCLEAR)', (msg, more) => {
  expect(readSaleResponse(json({ status: "error", msg }))).toEqual(rejected({ ...more, text: msg }));
});

test('"error" without a text is rejected, and unclear (RES-ERROR, RES-UNCLEAR)', () => {
  for (const msg of [undefined, ["duplicate"]])
    expect(readSaleResponse(json({ status: "error", msg }))).toEqual(rejected({ unclear: true }));
});

test("a decline whose text reports a duplicate is one, and any other is clear (RES-DUPLICATE, RES-UNCLEAR)", () => {
  for (const status of [2, "2"]) {
    const text = "訂單已存在";
    expect(readSaleResponse(json({ status, msg: text }))).toEqual(rejected({ duplicate: true, text }));
    expect(readSaleResponse(json({ status, msg: "E1007" }))).toEqual({ outcome: "declined", text: "E1007" });
  }
});

test("a text that is cut or masked for staff is classified as it came (RES-DUPLICATE)", () => {
  const msg = `${"1".repeat(30)} ${"x".repeat(300)} duplicate order`;
  expect(readSaleResponse(json({ status: "error", msg }))).toMatchObject({
    duplicate: true,
    text: expect.stringMatching(/^\[digits\] x+$/),
  });
});

test.each([
  ["empty", ["", " \r\n\t", "\uFEFF"]],
  ["not_json", ["1", "1.5", "true", "null", '"error"', '"1"', "}{", "{'status':0}", "status=0&msg=success"]],
  ["not_json", [json([{ status: 1, url }]), json(json([{ status: 0 }])), json(json(json({ status: 0 })))]],
  ["not_json", ["<html><body>502 Bad Gateway</body></html>", "<style>a{color:red}</style>"]],
  ["not_json", [json({ status: 1, url }).slice(0, -3), '{"status":0}{"status":2}', "[".repeat(50_000)]],
  ["odd_status", ["{}", '{"msg":"success"}', 'Notice: {"a":1}', 'x{"a":{"status":0}}', '{"Status":0}']],
  ["odd_status", ['{"__proto__":{"status":0}}']],
  ["odd_status", [3, 1.5, true, null, [0], "success", "0 ", "00"].map((status) => json({ status }))],
] as const)("an answer that is %s is unknown (RES-UNKNOWN): %j", (reason, bodies) => {
  for (const body of bodies) expect(readSaleResponse(body)).toEqual(unknown(reason));
});

describe("status 1 needs a valid address (RES-URL)", () => {
  test.each<[string, unknown[]]>([
    ["none", [undefined, null, "", 7, [url]]],
    ["a script", ["java\nscript:alert(1)", "\u0001javascript:x", "\u00A0javascript:x"]],
    ["that another app opens", ["myapp://pay"]],
    ["with a broken host", ["https://exa mple/"]],
  ])("%s is unknown", (_, addresses) => {
    for (const odd of addresses)
      expect(readSaleResponse(json({ status: 1, url: odd }))).toEqual(unknown("no_url"));
  });

  test.each([
    [url, url],
    ["http://127.0.0.1:4400/pay/7", "http://127.0.0.1:4400/pay/7"],
    ["HTTPS://Gateway.Example/A", "https://gateway.example/A"],
    [`  ${url}\n`, url],
    [`\u00A0${url}`, url],
    ["https://gateway.example/a\r\nSet-Cookie: x=1", "https://gateway.example/aSet-Cookie:%20x=1"],
    ['https://gateway.example/"><script>', "https://gateway.example/%22%3E%3Cscript%3E"],
  ])("%j sends the buyer to %s", (given, sent) => {
    expect(readSaleResponse(json({ status: 1, url: given }))).toEqual({ outcome: "redirect", url: sent });
  });
});

describe("the gateway's text is masked before it is stored (RES-MSG, B-50)", () => {
  const textOf = (msg: string) => {
    const outcome = readSaleResponse(json({ status: 2, msg }));
    return "text" in outcome ? outcome.text : undefined;
  };

  test("seven digits are masked", () => {
    expect(textOf("1234567 and 123456")).toBe("[digits] and 123456");
  });

  test("digits at the length limit are masked", () => {
    for (let lead = 180; lead <= 200; lead++)
      expect(textOf(`${"x".repeat(lead)}4242424242424242`)).not.toMatch(/\d/);
  });

  test("the text has one line of at most 200 valid characters", () => {
    expect(textOf("a".repeat(65_000))).toBe("a".repeat(200));
    expect(textOf(`${"a".repeat(199)}😀`)).toBe(`${"a".repeat(199)}\uFFFD`);
    expect(textOf("a\u0000b\r\nc\u001B[2J")).toBe("a b  c [2J");
  });
});
