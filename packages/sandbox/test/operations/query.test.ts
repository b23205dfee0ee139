import { expect, it } from "vitest";
import { open } from "../fixtures/buyer.ts";
import { callSigned, postCall, signCall } from "../fixtures/operation.ts";
import { challengeCard, failedCard } from "../fixtures/sale.ts";
import { setUpSandbox } from "../fixtures/set-up-sandbox.ts";

it.each([
  ["a declined card", "FAIL", { pay_cardno: failedCard }],
  ["an open 3D page", "PENDING", { pay_cardno: challengeCard }],
])("replies for %s with %s, as paid 0.00 and without a time (QRY-STATE)", async (_, state, fields) => {
  const { sandbox, sell } = await setUpSandbox();
  await sell("Q", fields);
  expect(await callSigned(sandbox.url, "query", { pay_orderid: "Q" })).toMatchObject({
    trade_state: state,
    returncode: "00",
    true_amount: "0.00",
    time_end: "1970-01-01 00:00:00",
  });
});

it("replies about the transaction that the shop names, if an order was paid twice (QRY-FORM)", async () => {
  const { sandbox, sell, control } = await setUpSandbox();
  await sell("Q");
  const { transactionId: first, decidedAt } = await control.orderDetails("Q");
  const second = (await control.payAgain("Q")).transactionId;
  const query = async (transaction_id?: string) =>
    callSigned(sandbox.url, "query", { pay_orderid: "Q", ...(transaction_id ? { transaction_id } : {}) });
  expect((await query()).transaction_id).toBe(second);
  const time_end = decidedAt?.slice(0, 19).replace("T", " ");
  const success = { transaction_id: first, trade_state: "SUCCESS", true_amount: "42.50", time_end };
  expect(await query(first)).toMatchObject(success);
  await control.resolve("Q", { outcome: "failed" });
  expect(await query(first)).toMatchObject(success);
  const other = signCall("query", { pay_orderid: "Q", transaction_id: "1" });
  expect(await postCall(sandbox.url, "query", other)).toMatchObject({
    status: "error",
    msg: expect.stringMatching(/^transaction_id: /),
  });
});

it("replies for a subscription with its first cycle, and with a later one by its transaction", async () => {
  const { sandbox, sell, control } = await setUpSandbox();
  await sell("Q", {}, "subscription");
  const first = (await control.orderDetails("Q")).transactionId;
  await control.advance({ days: 31 });
  const later = (await control.orderDetails("Q")).transactionId;
  expect(later).not.toBe(first);
  const query = (more: Record<string, string> = {}) =>
    callSigned(sandbox.url, "query", { pay_memberid: "10004", pay_orderid: "Q", ...more });
  expect((await query()).transaction_id).toBe(first);
  expect((await query({ transaction_id: later })).transaction_id).toBe(later);
});

it.each([
  ["another merchant", { pay_memberid: "999" }, "pay_memberid: no such merchant"],
  ["no merchant", { pay_memberid: "" }, "pay_memberid: is required (REQ-REQUIRED)"],
  ["another order", { pay_orderid: "NONE" }, "pay_md5sign: signature verification failed (OPS-SIGN)"],
  ["a wrong sign", { pay_md5sign: "0".repeat(32) }, "pay_md5sign: signature verification failed (OPS-SIGN)"],
  ["an unknown order", signCall("query", { pay_orderid: "NONE" }), "pay_orderid: no such order"],
  ["another merchant's order", signCall("query", { pay_orderid: "H" }), "pay_orderid: no such order"],
  ["no sign", { pay_md5sign: "" }, "pay_md5sign: signature verification failed (OPS-SIGN)"],
])("rejects a call with %s by the envelope of errors (OPS-REPLY)", async (_, change, msg) => {
  const { sandbox, sell } = await setUpSandbox();
  await sell("Q");
  await sell("H", {}, "hosted");
  const form = { ...signCall("query", { pay_orderid: "Q" }), ...change };
  expect(await postCall(sandbox.url, "query", form)).toEqual({ status: "error", msg, data: [] });
});

it("lists each call, also a rejected one, in the order's timeline and in the log", async () => {
  const log: string[] = [];
  const { sandbox, sell, control } = await setUpSandbox({ log: (line) => log.push(line) });
  await sell("Q");
  const form = signCall("query", { pay_orderid: "Q" });
  await postCall(sandbox.url, "query", form);
  await postCall(sandbox.url, "query", { ...form, pay_md5sign: "wrong" });
  await postCall(sandbox.url, "query", signCall("query", { pay_orderid: "NONE" }));
  const called = (await control.orderDetails("Q")).timeline.filter(({ type }) => type === "operation_called");
  expect(called).toMatchObject([
    { operation: "query", fields: form, httpStatus: 200, body: expect.stringContaining('"SUCCESS"') },
    { operation: "query", body: expect.stringContaining('"error"') },
  ]);
  const says = "The shop queried the order: SUCCESS.";
  expect(log).toContain(`order Q: ${says}`);
  expect(log).toContain("The sandbox refused a call of query: pay_orderid: no such order.");
  expect((await open(`${sandbox.url}/orders/10001/Q`)).html).toContain(`<h3>${says}</h3>`);
});

it("accepts calls by POST only, and only at their own paths (OPS-PATH)", async () => {
  const { sandbox } = await setUpSandbox();
  const get = await fetch(`${sandbox.url}/pay/trade/query`);
  expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
  const none = await fetch(`${sandbox.url}/pay/trade/nothing`, { method: "POST" });
  expect([none.status, await none.json()]).toMatchObject([404, { status: "error", data: [] }]);
  const json = await fetch(`${sandbox.url}/pay/trade/query`, { method: "POST", body: "{}" });
  expect(await json.json()).toMatchObject({ status: "error", msg: expect.stringContaining("REQ-ENCODING") });
});
