import { expect, it } from "vitest";
import { callSigned, type OperationPath, postCall, signCall } from "../fixtures/operation.ts";
import type { Fields } from "../fixtures/sale.ts";
import { setUpSandbox } from "../fixtures/set-up-sandbox.ts";

/** A sandbox with a paid card order `R`, and its refunds. */
async function setUpPaidOrder(amount = "42.50") {
  const setup = await setUpSandbox();
  const { sandbox, control } = setup;
  await setup.sell("R", { pay_amount: amount });
  const { transactionId } = await control.orderDetails("R");
  const money = { currency: "EUR", pay_amount: amount, refund_amount: amount };
  const form = { pay_orderid: "R", transaction_id: transactionId, ...money, refund_reason: "returned" };
  const call = (path: OperationPath, more: Fields) =>
    callSigned(sandbox.url, path, { pay_orderid: "R", ...more });
  return {
    ...setup,
    transactionId,
    form,
    refund: (change: Fields = {}) => call("refund", { ...form, ...change }),
    refundStatus: async (more: Fields = {}) => (await call("refundQuery", more)).refund_status,
    tradeState: async (more: Fields = {}) => (await call("query", more)).trade_state,
    refunds: async () => (await control.orderDetails("R")).refunds,
  };
}

it("refunds in parts up to the paid amount, and not a ten-thousandth more (RFD-REPLY)", async () => {
  const { refund, refunds, tradeState, control } = await setUpPaidOrder("0.3");
  const limit = { returncode: "11", refund_message: "V0011:more than is left of the payment" };
  expect(await refund({ refund_amount: "0.3001" })).toMatchObject(limit);
  // 0.1 + 0.2 is more than 0.3 for floating-point numbers
  expect((await refund({ refund_amount: "0.1" })).returncode).toBe("00");
  await control.advance({ seconds: 5 });
  expect(await tradeState()).toBe("SUCCESS");
  expect((await refund({ refund_amount: "0.20" })).returncode).toBe("00");
  expect(await refund({ refund_amount: "0.0001" })).toMatchObject(limit);
  await control.advance({ seconds: 5 });
  expect(await tradeState()).toBe("REFUND");
  expect(await refund({ refund_amount: "0.0001" })).toMatchObject(limit);
  expect((await refunds()).map(({ amount, state }) => [amount, state])).toEqual([
    ["0.1", "succeeded"],
    ["0.2", "succeeded"],
  ]);
});

it.each([
  ["another currency", { currency: "USD" }, "the currency is EUR"],
  ["another paid amount", { pay_amount: "42.51" }, "the paid amount is 42.50"],
  ["another transaction", { transaction_id: "123456789012" }, "the order has no such paid transaction"],
  ["nothing", { refund_amount: "0.00" }, "the amount must be above 0"],
  ["too much", { refund_amount: "42.51" }, "more than is left of the payment"],
])("refuses to refund %s with a signed reply (RFD-REPLY)", async (_, change, reason) => {
  const { refund, refunds, refundStatus } = await setUpPaidOrder();
  const reply = await refund(change);
  expect(reply).toMatchObject({ returncode: "11", refund_message: `V0011:${reason}` });
  expect(reply).not.toHaveProperty("refund_orderid");
  expect(await refunds()).toEqual([]);
  await expect(refundStatus()).rejects.toThrow();
});

const required = ["transaction_id", "currency", "pay_amount", "refund_amount", "refund_reason"];

it.each([
  ...required.map((field): [string, string] => [field, ""]),
  ...["-1", "1e3", "1,50", "01.00", "1.00001"].map((amount): [string, string] => ["refund_amount", amount]),
])("rejects a refund with the %s “%s” (RFD-FORM)", async (field, value) => {
  const { sandbox, form, refunds } = await setUpPaidOrder();
  const call = signCall("refund", { ...form, [field]: value });
  if (field === "transaction_id") call.pay_md5sign = signCall("query", form).pay_md5sign ?? "";
  const problem = value === "" ? "is required" : "must be a decimal number such as 12.50";
  const msg = `${field}: ${problem} (RFD-FORM)`;
  expect(await postCall(sandbox.url, "refund", call)).toEqual({ status: "error", msg, data: [] });
  expect(await refunds()).toEqual([]);
});

it("refunds one of two payments, and the other one still pays the order (QRY-STATE)", async () => {
  const { refund, refundStatus, tradeState, control, transactionId: first } = await setUpPaidOrder();
  const second = (await control.payAgain("R")).transactionId;
  const refundId = String((await refund({ transaction_id: second })).refund_orderid);
  await control.advance({ seconds: 5 });
  expect(await tradeState({ transaction_id: second })).toBe("REFUND");
  expect(await tradeState({ transaction_id: first })).toBe("SUCCESS");
  expect(await tradeState()).toBe("SUCCESS");
  expect(await refundStatus({ transaction_id: second })).toBe("1");
  expect(await refundStatus({ refund_orderid: refundId })).toBe("1");
  await expect(refundStatus({ transaction_id: first })).rejects.toThrow();
  await refund();
  expect([await refundStatus(), await refundStatus({ refund_orderid: refundId })]).toEqual(["2", "1"]);
});

it("accepts the refund query at the path of a public SDK with the profile lenient only (OPS-PATH)", async () => {
  const { sandbox, refund, control } = await setUpPaidOrder();
  await refund();
  const call = signCall("refundQuery", { pay_orderid: "R" });
  const msg = "there is no queryRefund: call refundQuery (OPS-PATH)";
  expect(await postCall(sandbox.url, "queryRefund", call)).toEqual({ status: "error", msg, data: [] });
  await control.setQuirks("lenient");
  expect(await postCall(sandbox.url, "queryRefund", call)).toMatchObject({ refund_status: "2" });
});

it("displays a refund in the timeline, and stores no card number of its reason", async () => {
  const { refund, refunds, control, transactionId } = await setUpPaidOrder();
  const { refund_orderid } = await refund({ refund_reason: "card 4242424242424242" });
  expect((await refunds())[0]?.reason).toBe("card [digits]");
  expect((await control.orderDetails("R")).next).toContain(`Refund ${refund_orderid} ends in 5 s.`);
  await control.advance({ seconds: 5 });
  const { timeline } = await control.orderDetails("R");
  expect(JSON.stringify(timeline)).not.toContain("4242424242424242");
  expect(timeline.filter(({ type }) => type.startsWith("refund_"))).toMatchObject([
    { type: "refund_requested", by: "shop", refundId: refund_orderid, transactionId, amount: "42.50" },
    { type: "refund_ended", as: "succeeded", refundId: refund_orderid },
  ]);
});

it("ends a refund after the time that a fault sets, or before the reply to it", async () => {
  const { control, refund, refunds, shop } = await setUpPaidOrder();
  await control.setDisputeWebhook("10001", shop.notifyUrl.replace("/notify", "/disputes"));
  const states = async () => (await refunds()).map(({ state }) => state);
  await control.setFaults({ of: "all" }, [{ kind: "slow_refund", seconds: 60 }]);
  await refund({ refund_amount: "1.00" });
  await control.advance({ seconds: 59 });
  expect(await states()).toEqual(["requested"]);
  await control.advance({ seconds: 1 });
  expect(await states()).toEqual(["succeeded"]);
  await control.setFaults({ of: "all" }, [{ kind: "early_dispute" }]);
  const { refund_orderid } = await refund({ refund_amount: "2.00" });
  expect(shop.received.at(-1)?.fields.get("refund_orderid")).toBe(refund_orderid);
  expect(await states()).toEqual(["succeeded", "succeeded"]);
});
