import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli, runJson } from "./fixtures/run-cli.ts";
import { createFolder } from "./fixtures/running-shop.ts";

const key = "k9-of-a-real-merchant";
const env = { PAY_INDEX_KEY: key };
const md5 = (text: string) => createHash("md5").update(text).digest("hex").toUpperCase();

const signedRequest = "pay_amount=19.90&pay_memberid=20001&pay_orderid=A1";
const card = "4111111111111111";
const request = { pay_memberid: "20001", pay_orderid: "A1", pay_amount: "19.90", pay_cardno: card };
const notification = {
  memberid: "20001",
  orderid: "A1",
  amount: "19.90",
  true_amount: "19.90",
  currency: "USD",
  transaction_id: "T1",
  returncode: "00",
  datetime: "2026-11-26 00:00:00",
  attach: "cart 7",
};
const signedNotification =
  "amount=19.90&currency=USD&datetime=2026-11-26 00:00:00&memberid=20001&orderid=A1&returncode=00&transaction_id=T1&true_amount=19.90";

const body = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const lines = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");

describe("sign", () => {
  test.each([
    ["a body", body(request)],
    ["JSON", JSON.stringify(request)],
    ["lines", lines(request)],
  ])(
    "signs a request that is %s, in an empty folder, and prints neither key nor card",
    async (_what, stdin) => {
      const run = await runJson(["sign"], { cwd: createFolder(), env, stdin });
      expect(run).toMatchObject({ code: 0, err: "" });
      expect(run.data).toEqual({
        command: "sign",
        ok: true,
        kind: "request",
        sign: md5(`${signedRequest}&key=${key}`),
        text: `${signedRequest}&key=***`,
      });
      expect(run.out).not.toMatch(/4111|k9-of/);
    },
  );

  test("signs a notification by a rule", async () => {
    const args = ["sign", "--rule", "received-attach"];
    const { data } = await runJson(args, { env, stdin: body(notification) });
    const text = signedNotification.replace("&currency", "&attach=cart 7&currency");
    expect(data).toMatchObject({ sign: md5(`${text}&key=${key}`), text: `${text}&key=***` });
  });

  test("reads the key from a file or from stdin, and leaves out the line break at its end", async () => {
    const folder = createFolder();
    const [keyFile, form] = [join(folder, "key"), join(folder, "form")];
    writeFileSync(keyFile, `${key}\n`);
    writeFileSync(form, body(request));
    const sign = md5(`${signedRequest}&key=${key}`);
    expect(await runJson(["sign", form, "--key-file", keyFile])).toMatchObject({ code: 0, data: { sign } });
    const byStdin = await runJson(["sign", form, "--key-stdin"], { stdin: `${key}\n` });
    expect(byStdin).toMatchObject({ code: 0, data: { sign } });
    const other = await runJson(["sign", form, "--key-env", "OTHER"], { env: { OTHER: key } });
    expect(other.data.sign).toBe(sign);
  });

  test.each([[["--key", key]], [[`--key=${key}`]]])("refuses a key in %j, and says why", async (flags) => {
    const run = await runJson(["sign", ...flags], { stdin: body(request) });
    expect([run.code, run.data.error.code]).toEqual([2, "key_in_arguments"]);
    expect(run.data.error.message).toContain("list of processes");
    expect(run.out + run.err).not.toContain(key);
  });

  test.each([
    ["there is no key", ["sign"], {}, body(request), "key_missing"],
    ["the form is no form of the protocol", ["sign"], env, "a=1", "input_unreadable"],
    ["the JSON is broken", ["sign"], env, "{", "input_unreadable"],
    ["the rule does not exist", ["sign", "--rule", "ten"], env, body(notification), "usage"],
    ["key and form are both stdin", ["sign", "--key-stdin"], env, body(request), "usage"],
  ])("ends with 2 if %s", async (...[, args, withKey, stdin, code]) => {
    const run = await runJson(args, { env: { PAY_INDEX_KEY: "", ...withKey }, stdin });
    expect(run).toMatchObject({ code: 2, data: { ok: false, error: { code } } });
  });
});

test.each([
  ["a body", `${body(request)}&pay_amount=1.00`],
  ["JSON", JSON.stringify(request).replace("{", '{"pay_amount":"1.00",')],
  ["lines", `${lines(request)}pay_amount=1.00\n`],
])("sign and verify refuse a repeated field in %s", async (_what, stdin) => {
  for (const command of ["sign", "verify"]) {
    const { code, data } = await runJson([command], { env, stdin });
    expect([code, data.error.code]).toEqual([2, "input_unreadable"]);
    expect(data.error.message).toMatch(/^The form cannot be read\. A field is repeated\. Pass /);
  }
});

describe("verify a request", () => {
  test("that is right", async () => {
    const signed = { ...request, pay_md5sign: md5(`${signedRequest}&key=${key}`) };
    expect(await runJson(["verify"], { env, stdin: body(signed) })).toMatchObject({
      code: 0,
      data: { ok: true, matches: true },
    });
  });

  test("says for people what is wrong and what to do", async () => {
    const stdin = body({ ...request, pay_md5sign: md5(`${signedRequest}${key}`) });
    const { code, out } = await runCli(["verify"], { env, stdin });
    expect(code).toBe(1);
    expect(out).toMatch(
      /^The sign does not match\.\nReceived: [0-9A-F]{32}\nExpected: [0-9A-F]{32}, the sign of /,
    );
    expect(out).toMatch(/\nWhy: .*“&key=”\. \(SIG-KEY\)\nWhat to do: /);
    expect(out).not.toContain(key);
  });
});

describe("verify a notification", () => {
  const verified = (sign: string, changed: Record<string, string> = {}, ...args: string[]) =>
    runJson(["verify", ...args], { env, stdin: body({ ...notification, ...changed, sign }) });
  const right = md5(`${signedNotification}&key=${key}`);

  test("that is right, and says which fields the sign does not cover", async () => {
    const { code, data } = await verified(right);
    expect(code).toBe(0);
    expect(data).toMatchObject({ matches: true, rule: "received", unsigned: ["attach"] });
  });

  test.each([
    ["a value was changed", right, { transaction_id: "T1 " }, "transaction_id was signed as “T1”"],
    ["there is no sign", "", {}, "has no sign"],
  ])("says that %s", async (...[, sign, changed, says]) => {
    const { code, data } = await verified(sign, { ...changed });
    expect(code).toBe(1);
    expect(data.mistakes[0].says).toContain(says);
  });

  test("as recorded: msg is not signed, and the rule fields matches", async () => {
    const failed = { msg: "No Card record" };
    const { code, data } = await verified(right.toLowerCase(), failed);
    expect([code, data.rule, data.unsigned]).toEqual([0, "fields", ["attach", "msg"]]);
    expect(data.deviations.map(({ rule }: { rule: string }) => rule)).toEqual(["NSIG-CASE", "NOT-MSG"]);
    const refused = await verified(right, failed, "--rules", "received");
    expect(refused).toMatchObject({ code: 1, data: { mistakes: [{ rule: "NSIG-FIELDS" }] } });
  });

  test("says that the rule is not allowed, and accepts it with --rules", async () => {
    const more = { payment_period_count: "2" };
    const nine = md5(`amount=19.90&attach=cart 7&${signedNotification.slice(13)}&key=${key}`);
    const { code, data } = await verified(nine, more);
    expect([code, data.mistakes[0].rule]).toEqual([1, "NSIG-NINE"]);
    expect(data.mistakes[0].advice).toContain("signRules");
    expect(await verified(nine, more, "--rules", "nine")).toMatchObject({ code: 0, data: { rule: "nine" } });
  });

  test("of a foreign key says where to look", async () => {
    const { code, out } = await runCli(["verify"], { env, stdin: body({ ...notification, sign: md5("x") }) });
    expect(code).toBe(1);
    expect(out).toContain("refuses this payment notification with the word mismatch");
    expect(out).toContain("no usual mistake leads to this sign");
  });
});

test("verify shows the control characters of a forged notification, and JSON keeps them", async () => {
  const transactionId = "T1\u001b[2J\u009b\u202e\nThe sign matches.";
  const forged = { ...notification, transaction_id: transactionId, sign: "00" };
  const options = { cwd: createFolder(), env, stdin: body(forged) };
  const { code, out } = await runCli(["verify"], options);
  expect(code).toBe(1);
  expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  expect(out).not.toMatch(/^The sign matches/m);
  expect(out).toContain("T1\\u001b[2J\\u009b\\u202e\\u000aThe sign matches.");
  const { data } = await runJson(["verify"], options);
  expect(JSON.stringify(data)).toContain(JSON.stringify(transactionId).slice(1, -1));
});
