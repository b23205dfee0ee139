import { expect, it } from "vitest";
import { open } from "../fixtures/buyer.ts";
import { callSigned, postCall, signCall } from "../fixtures/operation.ts";
import { challengeCard, failedCard } from "../fixtures/sale.ts";
import { setUpSandbox } from "../fixtures/set-up-sandbox.ts";

it("replies to a query of a paid order with its amounts and its transaction (QRY-STATE)", async () => {
  const { sandbox, sell, control } = await setUpSandbox();
  await sell("Q");
  const { transactionId, decidedAt } = await control.orderDetails("Q");
  expect(await callSigned(sandbox.url, "query", { pay_orderid: "Q" })).toEqual({
    memberid: "10001",
    orderid: "Q",
    amount: "42.50",
    true_amount: "42.50",
    currency: "EUR",
    time_end: decidedAt?.slice(0, 19).replace("T", " "),
    transaction_id: transactionId,
    returncode: "00",
    trade_state: "SUCCESS",
  });
});

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
  const first = (await control.orderDetails("Q")).transactionId;
  const second = (await control.payAgain("Q")).transactionId;
  const query = async (transaction_id?: string) =>
    callSigned(sandbox.url, "query", { pay_orderid: "Q", ...(transaction_id ? { transaction_id } : {}) });
  expect((await query()).transaction_id).toBe(second);
  expect(await query(first)).toMatchObject({ transaction_id: first, trade_state: "SUCCESS" });
  await control.resolve("Q", { outcome: "failed" });
  expect(await query(first)).toMatchObject({ transaction_id: first, trade_state: "SUCCESS" });
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

it("writes amounts and times in the form of the quirks", async () => {
  const { sandbox, sell, control } = await setUpSandbox();
  await sell("Q");
  const { decidedAt = "" } = await control.orderDetails("Q");
  await control.setQuirks("four_decimals");
  const query = () => callSigned(sandbox.url, "query", { pay_orderid: "Q" });
  expect(await query()).toMatchObject({ amount: "42.5000", true_amount: "42.5000" });
  await control.setQuirks("utc_plus_8");
  const ahead = new Date(Date.parse(decidedAt) + 8 * 3_600_000).toISOString();
  expect((await query()).time_end).toBe(ahead.slice(0, 19).replace("T", " "));
  await control.setQuirks("double_encoded");
  const text = await postCall(sandbox.url, "query", signCall("query", { pay_orderid: "Q" }));
  expect(JSON.parse(text as unknown as string)).toMatchObject({ trade_state: "SUCCESS" });
});

it.each([
  ["another merchant", { pay_memberid: "999" }, "pay_memberid: no such merchant"],
  ["no merchant", { pay_memberid: "" }, "pay_memberid: is required (REQ-REQUIRED)"],
  ["another order", { pay_orderid: "NONE" }, "pay_md5sign: signature verification failed (OPS-SIGN)"],
  ["a wrong sign", { pay_md5sign: "0".repeat(32) }, "pay_md5sign: signature verification failed (OPS-SIGN)"],
  ["no sign", { pay_md5sign: "" }, "pay_md5sign: signature verification failed (OPS-SIGN)"],
])("rejects a call with %s by the envelope of errors (OPS-REPLY)", async (_, change, msg) => {
  const { sandbox, sell } = await setUpSandbox();
  await sell("Q");
  const form = { ...signCall("query", { pay_orderid: "Q" }), ...change };
  expect(await postCall(sandbox.url, "query", form)).toEqual({ status: "error", msg, data: [] });
});

it("rejects a call about an unknown order, or about another merchant's order (OPS-REPLY)", async () => {
  const { sandbox, sell } = await setUpSandbox();
  await sell("Q", {}, "hosted");
  for (const order of ["Q", "NONE", ""]) {
    const form = signCall("query", { pay_orderid: order });
    expect((await postCall(sandbox.url, "query", form)).status).toBe("error");
  }
  expect(await postCall(sandbox.url, "query", signCall("query", { pay_orderid: "NONE" }))).toEqual({
    status: "error",
    msg: "pay_orderid: no such order",
    data: [],
  });
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

it.each<[string, Record<string, string>]>([
  ["a web page", { origin: "http://127.0.0.1:3000" }],
  ["a page of the sandbox", { "sec-fetch-site": "same-origin" }],
])("rejects a call that %s sends (OPS-PATH)", async (_, headers) => {
  const { sandbox, sell } = await setUpSandbox();
  await sell("Q");
  const body = new URLSearchParams(signCall("query", { pay_orderid: "Q" }));
  const response = await fetch(`${sandbox.url}/pay/trade/query`, { method: "POST", headers, body });
  expect(await response.json()).toEqual({
    status: "error",
    msg: "a web page sent this call: send it from the server of your shop (OPS-PATH)",
    data: [],
  });
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
