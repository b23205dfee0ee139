import { expect, it } from "vitest";
import type { FaultInput } from "../../src/index.ts";
import { submit } from "../fixtures/buyer.ts";
import { callSigned, type OperationPath, postCall, signCall, signReply } from "../fixtures/operation.ts";
import { setUpSandbox } from "../fixtures/set-up-sandbox.ts";

/** A sandbox with a webhook, a paid order `F`, and the faults that stand from then on. */
async function setUpPaidOrder(...faults: FaultInput[]) {
  const setup = await setUpSandbox();
  const { control, sell, shop, sandbox, notifications } = setup;
  await control.setDisputeWebhook("10001", shop.notifyUrl.replace("/notify", "/disputes"));
  await sell("F");
  await control.nextDelivery("F");
  const { transactionId } = await control.orderDetails("F");
  await control.setFaults({ of: "order", orderId: "F" }, faults);
  const money = { currency: "EUR", pay_amount: "42.50", refund_amount: "42.50" };
  const form = { pay_orderid: "F", transaction_id: transactionId, refund_reason: "returned", ...money };
  return {
    ...setup,
    transactionId,
    form,
    call: (path: OperationPath) => callSigned(sandbox.url, path, form),
    post: (path: OperationPath) => postCall(sandbox.url, path, signCall(path, form)),
    refundStates: async () => (await control.orderDetails("F")).refunds.map(({ state }) => state),
    disputes: () => notifications().filter(({ alert_type }) => alert_type !== undefined),
    applied: async () =>
      (await control.orderDetails("F")).timeline.flatMap((event) =>
        event.type === "fault_applied" ? [event.fault] : [],
      ),
  };
}

it("accepts a refund that fails later, and reports it as failed; its amount can be refunded again", async () => {
  const { call, control, disputes, refundStates } = await setUpPaidOrder({ kind: "fail_refund" });
  expect((await call("refund")).returncode).toBe("00");
  expect((await call("refund")).returncode).toBe("11");
  await control.advance({ seconds: 5 });
  expect(await call("refundQuery")).toMatchObject({ refund_status: "3", refund_message: "V0011:ERROR" });
  expect((await call("query")).trade_state).toBe("SUCCESS");
  expect(disputes()).toMatchObject([{ alert_type: "Refund", alert_status: "11" }]);
  await control.clearFaults();
  expect((await call("refund")).returncode).toBe("00");
  await control.advance({ seconds: 5 });
  expect(await refundStates()).toEqual(["failed", "succeeded"]);
});

it("ends a refund after the time that a fault sets", async () => {
  const { call, control, refundStates } = await setUpPaidOrder({ kind: "slow_refund", seconds: 60 });
  await call("refund");
  await control.advance({ seconds: 59 });
  expect(await refundStates()).toEqual(["requested"]);
  await control.advance({ seconds: 1 });
  expect(await refundStates()).toEqual(["succeeded"]);
});

it.each([
  ["before", []],
  ["after", ["requested"]],
] as const)("cuts the connection %s a refund is stored, and replies to a query", async (when, states) => {
  const { post, call, refundStates, control } = await setUpPaidOrder({
    kind: "lost_call",
    when,
    operation: "refund",
  });
  await expect(post("refund")).rejects.toThrow("fetch failed");
  expect(await refundStates()).toEqual(states);
  expect((await call("query")).trade_state).toBe("SUCCESS");
  const { timeline } = await control.orderDetails("F");
  expect(timeline.find(({ type }) => type === "operation_called")).toMatchObject({
    httpStatus: 0,
    body: "",
  });
});

it("replies to a query with another state or another amount, signed", async () => {
  const { call } = await setUpPaidOrder(
    { kind: "query_state", state: "UNPAID" },
    { kind: "query_amount", trueAmount: "0.01" },
  );
  expect(await call("query")).toMatchObject({ trade_state: "UNPAID", true_amount: "0.01", returncode: "00" });
  expect(await call("refund")).not.toHaveProperty("trade_state");
});

it("replies without a sign, with a wrong one, without a currency, or about another order", async () => {
  const { post, call, control, sandbox, form } = await setUpPaidOrder({
    kind: "broken_reply",
    as: "unsigned",
  });
  const set = (as: "wrong_sign" | "no_currency" | "other_order" | "html") =>
    control.setFaults({ of: "order", orderId: "F" }, [{ kind: "broken_reply", as }]);
  expect(await post("query")).toMatchObject({ trade_state: "SUCCESS" });
  expect(await post("query")).not.toHaveProperty("sign");
  await set("wrong_sign");
  const { sign, ...reply } = await post("query");
  expect(sign).toMatch(/^[0-9A-F]{32}$/);
  expect(sign).not.toBe(signReply(reply, "sandbox-card-key"));
  await set("no_currency");
  expect(await call("query")).not.toHaveProperty("currency");
  await set("other_order");
  expect((await call("query")).orderid).toBe("F-0");
  await set("html");
  const body = new URLSearchParams(signCall("query", form));
  const page = await fetch(`${sandbox.url}/pay/trade/query`, { method: "POST", body });
  expect([page.headers.get("content-type"), await page.text()]).toEqual([
    "text/html",
    expect.stringMatching(/^<!/),
  ]);
});

it("delivers the result of a refund before the reply to it", async () => {
  const { call, disputes, refundStates } = await setUpPaidOrder({ kind: "early_dispute" });
  const reply = await call("refund");
  expect(disputes()).toMatchObject([{ refund_orderid: reply.refund_orderid, alert_status: "00" }]);
  expect(await refundStates()).toEqual(["succeeded"]);
});

it("the inspector's form sets each of these faults", async () => {
  const { sandbox, control } = await setUpPaidOrder();
  const fields: Record<string, Record<string, string>> = {
    lost_call: { when: "before", operation: "refund" },
    broken_reply: { as: "no_currency", operation: "" },
    slow_reply: { seconds: "15", operation: "refund_query" },
    query_state: { state: "PENDING" },
    query_amount: { trueAmount: "0.01" },
    refuse_refund: {},
    fail_refund: {},
    slow_refund: { seconds: "600" },
    drop_dispute: { tries: "" },
    duplicate_dispute: { copies: "2" },
    early_dispute: {},
  };
  for (const [kind, values] of Object.entries(fields)) {
    const page = await submit(`${sandbox.url}/faults?of=all`, { kind, ...values });
    expect([kind, page.status]).toEqual([kind, 303]);
  }
  const faults = (await control.faults()).map(({ fault }) => fault);
  expect(faults.map(({ kind }) => kind)).toEqual(Object.keys(fields));
  expect(faults.slice(0, 3)).toEqual([
    { kind: "lost_call", when: "before", operation: "refund" },
    { kind: "broken_reply", as: "no_currency" },
    { kind: "slow_reply", seconds: 15, operation: "refund_query" },
  ]);
});
