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

test.each<[string, string, SaleOutcome]>([
  [
    "success",
    '{"status":0,"msg":"transaction success"}',
    { outcome: "approved", text: "transaction success" },
  ],
  ["success as text", '{"status":"0","msg":"ok"}', { outcome: "approved", text: "ok" }],
  ["success without msg", '{"status":0}', { outcome: "approved" }],
  ["success with an empty msg", '{"status":0,"msg":""}', { outcome: "approved" }],
  ["success with a msg that is no text", '{"status":0,"msg":{"a":1}}', { outcome: "approved" }],
  ["redirect", json({ status: 1, url }), redirect],
  ["redirect as text", json({ status: "1", msg: "", url }), redirect],
  [
    "redirect with more members",
    json({ status: 1, msg: "", url, transaction_id: "202611200001", data: [] }),
    redirect,
  ],
  ["failed", '{"status":2,"msg":"transaction failed"}', { outcome: "declined", text: "transaction failed" }],
  ["failed as text", '{"status":"2"}', { outcome: "declined" }],
  ["failed with a url", json({ status: 2, url }), { outcome: "declined" }],
])("%s (RES-STATUS, RES-MSG)", (_, body, outcome) => {
  expect(readSaleResponse(body)).toEqual(outcome);
});

test.each([
  ["that it may be the reply to a query", { status: 0, trade_state: "SUCCESS", memberid: "1", orderid: "1" }],
  ["that it is a refused cancellation", { status: "error", memberid: "1", orderid: "1", sign: "0" }],
])("an answer with so many fields %s is unclear (MSG-TYPE)", (_, answer) => {
  expect(readSaleResponse(json(answer))).toEqual(unknown("odd_status"));
});

const rejected = (more: object): SaleOutcome => ({ outcome: "rejected", duplicate: false, ...more });

test.each<[string, object]>([
  ["Signature verification failed", {}],
  ["no such merchant", {}],
  ["Duplicate order", { duplicate: true }],
  ["중복 주문! 주문을 다시 제출해 주세요.", { duplicate: true }],
  ["Duplicate order id exists", { duplicate: true }],
  ["System busy", { unclear: true }],
])('"error" with "%s" is rejected: %j (RES-ERROR, RES-DUPLICATE, RES-UNCLEAR)', (msg, more) => {
  expect(readSaleResponse(json({ status: "error", msg }))).toEqual(rejected({ ...more, text: msg }));
});

test('"error" without a text is rejected, and unclear (RES-ERROR, RES-UNCLEAR)', () => {
  expect(readSaleResponse('{"status":"error"}')).toEqual(rejected({ unclear: true }));
  expect(readSaleResponse('{"status":"error","msg":["duplicate"]}')).toEqual(rejected({ unclear: true }));
});

test("a decline whose text reports a duplicate is one (RES-DUPLICATE)", () => {
  for (const status of [2, "2"])
    expect(readSaleResponse(json({ status, msg: "訂單已存在" }))).toEqual(
      rejected({ duplicate: true, text: "訂單已存在" }),
    );
});

test("a decline is never unclear: status 2 says that the payment failed (RES-UNCLEAR)", () => {
  expect(readSaleResponse('{"status":2,"msg":"E1007"}')).toEqual({ outcome: "declined", text: "E1007" });
});

test("a text that is cut or masked for staff is classified as it came (RES-DUPLICATE)", () => {
  const msg = `${"1".repeat(30)} ${"x".repeat(300)} duplicate order`;
  expect(readSaleResponse(json({ status: "error", msg }))).toMatchObject({
    duplicate: true,
    text: expect.stringMatching(/^\[digits\] x+$/),
  });
});

test.each<[string, string, SaleOutcome]>([
  ["a byte order mark", `\uFEFF${json({ status: 1, url })}`, redirect],
  ["blanks around", ` \r\n${json({ status: 1, url })}\n`, redirect],
  ["JSON that holds the JSON", json(json({ status: 1, url })), redirect],
  ["both", `\uFEFF${json(json({ status: 1, url }))}\n`, redirect],
  ["stray text before", `Warning: x in y.php\n${json({ status: 1, url })}`, redirect],
  ["stray text after", `${json({ status: 1, url })}<!-- 3 ms -->`, redirect],
  ["stray text around", `<pre>${json({ status: 2 })}</pre>`, { outcome: "declined" }],
  ["text with braces around", `Warning: {foo} in bar${json({ status: 1, url })}Notice: array{}`, redirect],
  ["the object between other objects", `{"line":3}${json({ status: 1, url })}{"memory":[{}]}`, redirect],
  ["the object in a text with open braces", `if (x) { "a" ${json({ status: 1, url })} }`, redirect],
  ["the object in a text with an open quote", `can't open "a {"b ${json({ status: 1, url })}`, redirect],
  ["braces, quotes and escapes in its texts", `x${json({ msg: '}{ \\" \\', status: 1, url })}y{`, redirect],
  ["other text in JSON that holds the JSON", json(`Notice: {x} ${json({ status: 1, url })}`), redirect],
])("%s is understood (RES-ODD)", (_, body, outcome) => {
  expect(readSaleResponse(body)).toEqual(outcome);
});

test.each<[string, string, SaleOutcome]>([
  ["nothing", "", unknown("empty")],
  ["blanks", " \r\n\t", unknown("empty")],
  ["only a byte order mark", "\uFEFF", unknown("empty")],
  ['the text "1"', "1", unknown("not_json")],
  ["a fraction", "1.5", unknown("not_json")],
  ["true", "true", unknown("not_json")],
  ["null", "null", unknown("not_json")],
  ["3", "3", unknown("not_json")],
  ["the word error", '"error"', unknown("not_json")],
  ["a number in text", '"1"', unknown("not_json")],
  ["a list", json([{ status: 1, url }]), unknown("not_json")],
  ["a list in text", json(json([{ status: 0 }])), unknown("not_json")],
  ["text in text in text", json(json(json({ status: 0 }))), unknown("not_json")],
  ["HTML", "<!doctype html><html><body>502 Bad Gateway</body></html>", unknown("not_json")],
  ["HTML with braces", "<style>a{color:red}</style>", unknown("not_json")],
  ["cut off", json({ status: 1, url }).slice(0, -3), unknown("not_json")],
  ["two objects", '{"status":0}{"status":2}', unknown("not_json")],
  ["single quotes", "{'status':0}", unknown("not_json")],
  ["a form", "status=0&msg=success", unknown("not_json")],
  ["braces the wrong way round", "}{", unknown("not_json")],
  ["very deep", `${"[".repeat(50_000)}`, unknown("not_json")],
  ["another number", '{"status":3}', unknown("odd_status")],
  ["a fraction as status", '{"status":1.5}', unknown("odd_status")],
  ["true as status", '{"status":true}', unknown("odd_status")],
  ["null as status", '{"status":null}', unknown("odd_status")],
  ["a list as status", '{"status":[0]}', unknown("odd_status")],
  ["another word", '{"status":"success"}', unknown("odd_status")],
  ["a blank beside the number", '{"status":"0 "}', unknown("odd_status")],
  ["00", '{"status":"00"}', unknown("odd_status")],
  ["no status", '{"msg":"success"}', unknown("odd_status")],
  ["an empty object", "{}", unknown("odd_status")],
  ["an object without status in a text", `Notice: {"a":1}`, unknown("odd_status")],
  ["an object with a status in an inner object only", `x{"a":{"status":0}}`, unknown("odd_status")],
  ["a status in the prototype", '{"__proto__":{"status":0}}', unknown("odd_status")],
  ["a status in other letters", '{"Status":0}', unknown("odd_status")],
])("%s is unknown (RES-UNKNOWN)", (_, body, outcome) => {
  expect(readSaleResponse(body)).toEqual(outcome);
});

describe("status 1 needs a valid address (RES-URL)", () => {
  test.each<[string, unknown]>([
    ["none", undefined],
    ["null", null],
    ["an empty one", ""],
    ["a number", 7],
    ["a list", [url]],
    ["a relative one", "/pay/7"],
    ["one without a scheme", "gateway.example/pay"],
    ["one without slashes", "https:gateway.example"],
    ["one relative to the scheme", "//gateway.example/pay"],
    ["javascript:", "javascript:alert(1)"],
    ["javascript: in disguise", "java\nscript:alert(1)"],
    ["javascript: behind a control character", "\u0001javascript:alert(1)"],
    ["data:", "data:text/html,x"],
    ["file:", "file:///etc/passwd"],
    ["an app's", "myapp://pay"],
    ["one with a user name", "https://user@gateway.example/"],
    ["one with user name and password", "https://user:password@gateway.example/"],
    ["one of 64 kB", `https://gateway.example/${"a".repeat(65_536)}`],
    ["one with a broken host", "https://exa mple/"],
    ["a no-break space in front, which URLs do not know", "\u00A0javascript:x"],
  ])("%s is unknown", (_, odd) => {
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
  const separators = ["", " ", "-", ".", "  ", " - ", "\u00A0", "\n"];
  test.each(separators)("a card number with %j between its groups is masked", (separator) => {
    const number = ["4242", "4242", "4242", "4242"].join(separator);
    expect(textOf(`card ${number} declined`)).toBe("card [digits] declined");
  });

  test("seven digits are masked", () => {
    expect(textOf("1234567 and 123456")).toBe("[digits] and 123456");
  });

  test("digits at the length limit are masked", () => {
    for (let lead = 180; lead <= 200; lead++)
      expect(textOf(`${"x".repeat(lead)}4242424242424242`)).not.toMatch(/\d/);
  });

  test.each(["[PY0124] do not honour", "code 123456", "failed at 12:30"])("%s is not masked", (msg) => {
    expect(textOf(msg)).toBe(msg);
  });

  test("the text has one line of at most 200 valid characters", () => {
    expect(textOf("a".repeat(65_000))).toBe("a".repeat(200));
    expect(textOf(`${"a".repeat(199)}😀`)).toBe(`${"a".repeat(199)}\uFFFD`);
    expect(textOf("a\u0000b\r\nc\u001B[2J")).toBe("a b  c [2J");
  });
});
