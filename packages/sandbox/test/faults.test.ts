import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { type FaultInput, SandboxError } from "../src/control-client.ts";
import { postToShop } from "../src/notifier/post-to-shop.ts";
import { SimultaneousSendBarrier } from "../src/notifier/simultaneous-send-barrier.ts";
import { computeNotificationSign } from "../src/signature.ts";
import { cardFields, failedCard, merchantByVariant, saleOf, signSale } from "./fixtures/sale.ts";
import { setUpSandbox } from "./fixtures/set-up-sandbox.ts";

const all = { of: "all" } as const;

function signOf(told: Record<string, string> | undefined, key = merchantByVariant.card.key) {
  return computeNotificationSign(new Map(Object.entries(told ?? {})), key);
}

it("duplicates a notification, in sequence or at the same moment", async () => {
  for (const together of [false, true]) {
    const { control, sell, notifications, shop } = await setUpSandbox();
    await control.setFaults(all, [{ kind: "duplicate", copies: 5, together }]);
    await sell("D");
    const tries: number[] = [];
    for (let count = 1; count <= 5; count += 1) tries.push((await control.nextDelivery("D")).try);
    expect(tries).toEqual([1, 1, 1, 1, 1]);
    expect(new Set(notifications().map(({ sign }) => sign)).size).toBe(1);
    expect(new Set(shop.received.map(({ port }) => port)).size).toBe(5);
  }
});

it("sends the last byte of no copy before every connection is open", async () => {
  const pieces: Buffer[] = [];
  const came = new EventEmitter();
  const server = createServer((request, response) => {
    request.on("data", (piece: Buffer) => {
      pieces.push(piece);
      came.emit("piece");
    });
    request.on("end", () => response.end("OK"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const target = { url, addresses: [{ address: "127.0.0.1", family: 4 as const }], loopback: true };
  const gate = new SimultaneousSendBarrier(2);
  const first = once(came, "piece");
  const sent = postToShop(target, "orderid=1", { deadline: 5000, gate });
  await first;
  expect(Buffer.concat(pieces).toString()).toBe("orderid=");
  gate.arrive();
  expect((await sent).outcome).toBe("ok");
  expect(Buffer.concat(pieces).toString()).toBe("orderid=1");
  server.close();
});

it("delays a notification on the sandbox's clock", async () => {
  const { control, sell, notifications } = await setUpSandbox();
  await control.setFaults(all, [{ kind: "delay", seconds: 90 }]);
  await sell("L");
  await control.advance({ seconds: 89 });
  expect(notifications()).toHaveLength(0);
  await control.advance({ seconds: 1 });
  expect(notifications()).toHaveLength(1);
});

it("sends the second of two notifications first", async () => {
  const { control, sell, notifications } = await setUpSandbox();
  await control.setFaults({ of: "next", sales: 2 }, [{ kind: "reorder" }]);
  await sell("R1");
  await sell("R2");
  await control.nextDelivery("R2");
  await control.advance({ seconds: 0 });
  await control.nextDelivery("R1");
  expect(notifications().map(({ orderid }) => orderid)).toEqual(["R2", "R1"]);
});

it("sends a reordered notification after 60 seconds if no other arrives", async () => {
  const { control, sell, notifications } = await setUpSandbox();
  await control.setFaults(all, [{ kind: "reorder" }]);
  await sell("R");
  await control.advance({ seconds: 59 });
  expect(notifications()).toHaveLength(0);
  await control.advance({ seconds: 1 });
  expect(notifications()).toHaveLength(1);
});

it("drops a notification for as many tries as the fault sets", async () => {
  const { control, sell, notifications } = await setUpSandbox();
  await control.setFaults(all, [{ kind: "drop", tries: 2 }]);
  await sell("X");
  expect((await control.nextDelivery("X")).outcome).toBe("dropped");
  await control.advance({ seconds: 10 });
  expect(notifications()).toHaveLength(0);
  await control.advance({ seconds: 20 });
  expect(notifications()).toHaveLength(1);
  const outcomes = (await control.orderDetails("X")).deliveries.map(({ outcome }) => outcome);
  expect(outcomes).toEqual(["dropped", "dropped", "ok"]);
});

const spoiled: [FaultInput, (told: Record<string, string>) => void][] = [
  [{ kind: "corrupt_sign" }, (told) => expect(told.sign).not.toBe(signOf(told))],
  [{ kind: "unsigned" }, (told) => expect(told).not.toHaveProperty("sign")],
  [
    { kind: "wrong_amount", trueAmount: "1.00" },
    (told) => expect(told).toMatchObject({ amount: "42.50", true_amount: "1.00", sign: signOf(told) }),
  ],
  [{ kind: "wrong_transaction", transactionId: "T-1" }, (told) => expect(told.transaction_id).toBe("T-1")],
  [
    { kind: "wrong_currency", currency: "JPY" },
    (told) => expect(told).toMatchObject({ currency: "JPY", sign: signOf(told) }),
  ],
  [
    { kind: "other_merchant" },
    (told) =>
      expect(told).toMatchObject({ memberid: "10002", sign: signOf(told, merchantByVariant.hosted.key) }),
  ],
];

it.each(spoiled)("changes the fields of a notification: %o", async (fault, holds) => {
  const { control, sell, notifications } = await setUpSandbox();
  await control.setFaults(all, [fault]);
  await sell("S");
  await control.nextDelivery("S");
  holds(notifications()[0] ?? {});
  // and no more once it is cleared
  await control.clearFaults();
  await control.notify("S");
  expect(notifications()[1]).toMatchObject({ memberid: "10001", true_amount: "42.50", currency: "EUR" });
  expect(notifications()[1]?.sign).toBe(signOf(notifications()[1]));
  const { timeline } = await control.orderDetails("S");
  expect(timeline.filter(({ type }) => type === "fault_applied")).toMatchObject([{ fault: fault.kind }]);
});

it.each<[FaultInput, string, readonly [string, string]]>([
  [{ kind: "succeed_after_fail" }, failedCard, ["2", "00"]],
  [{ kind: "fail_after_success" }, "", ["00", "2"]],
  [{ kind: "pay_twice", seconds: 30 }, "", ["00", "00"]],
])("changes the outcome of an order later, as another attempt: %o", async (fault, number, codes) => {
  const { control, sell, notifications } = await setUpSandbox();
  await control.setFaults({ of: "next" }, [fault]);
  await sell("T", number === "" ? {} : cardFields(number));
  await control.nextDelivery("T");
  await control.advance({ seconds: 60 });
  await control.advance({ hours: 1 });
  expect(notifications().map(({ returncode }) => returncode)).toEqual(codes);
  expect(new Set(notifications().map(({ transaction_id }) => transaction_id)).size).toBe(2);
  expect(await control.faults()).toEqual([]);
});

it("pays an order that was closed", async () => {
  const { control, sell, notifications } = await setUpSandbox();
  await sell("C", {}, "hosted");
  await control.setFaults({ of: "order", orderId: "C" }, [{ kind: "succeed_after_close", seconds: 5 }]);
  expect((await control.closeOrder("C")).state).toBe("closed");
  await control.advance({ seconds: 5 });
  expect((await control.orderDetails("C")).state).toBe("paid");
  expect(notifications().map(({ returncode }) => returncode)).toEqual(["2", "00"]);
});

async function raw(url: string, order: string) {
  const fields = signSale(saleOf("hosted", { pay_orderid: order }), merchantByVariant.hosted.key);
  return fetch(`${url}/pay_index`, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
    signal: AbortSignal.timeout(3000),
  });
}

it.each([
  ["html", 200, /^<!doctype html>/],
  ["empty", 200, /^$/],
  ["http_500", 500, /Internal/],
  ["redirect", 302, /^$/],
  ["not_an_object", 200, /^\[\{"status":1/],
  ["unknown_status", 200, /"status":7/],
  ["no_url", 200, /^\{"status":1,"msg":""\}$/],
  ["too_large", 200, /^\{"status":1.{0,200} {4000000}/],
] as const)("answers a sale with %s, and stores the order", async (as, status, body) => {
  const { control, sandbox } = await setUpSandbox();
  await control.setFaults(all, [{ kind: "broken_response", as }]);
  const response = await raw(sandbox.url, "W");
  expect(response.status).toBe(status);
  expect(await response.text()).toMatch(body);
  expect(sandbox.order("W")?.state).toBe("pending");
});

it("cuts the connection before or after it stores the order", async () => {
  const { control, sandbox } = await setUpSandbox();
  await control.setFaults({ of: "next" }, [{ kind: "lost_connection", when: "before" }]);
  await expect(raw(sandbox.url, "B")).rejects.toThrow();
  expect(sandbox.order("B")).toBeUndefined();
  await control.setFaults({ of: "next" }, [{ kind: "lost_connection", when: "after" }]);
  await expect(raw(sandbox.url, "A")).rejects.toThrow();
  expect(sandbox.order("A")?.state).toBe("pending");
});

it("stores a sale and answers that it is a duplicate", async () => {
  const { control, sell, notifications } = await setUpSandbox();
  await control.setFaults({ of: "next" }, [{ kind: "duplicate_rejection" }]);
  expect(await sell("Z")).toMatchObject({ status: "error", msg: expect.stringContaining("duplicate") });
  await control.setFaults({ of: "next" }, [{ kind: "duplicate_rejection", language: "ko" }]);
  expect(await sell("KO")).toMatchObject({ msg: "중복 주문! 주문을 다시 제출해 주세요." });
  await control.nextDelivery("Z");
  expect(notifications()[0]).toMatchObject({ orderid: "Z", returncode: "00" });
});

it("applies faults only in their scope", async () => {
  const { control, sell, notifications } = await setUpSandbox();
  await control.setFaults({ of: "merchant", merchantId: "10004" }, [{ kind: "unsigned" }]);
  await control.setFaults({ of: "next", sales: 1, merchantId: "10001" }, [
    { kind: "wrong_amount", trueAmount: "2.00" },
  ]);
  await sell("M1");
  await sell("M2");
  await sell("M3", {}, "subscription");
  for (const order of ["M1", "M2", "M3"]) await control.nextDelivery(order);
  const by = Object.fromEntries(notifications().map((fields) => [fields.orderid, fields]));
  expect([by.M1?.true_amount, by.M2?.true_amount]).toEqual(["2.00", "42.50"]);
  expect([by.M1, by.M2, by.M3].map((fields) => "sign" in (fields ?? {}))).toEqual([true, true, false]);
});

it("returns the active faults, replaces the faults of a scope, and clears one or all", async () => {
  const { control } = await setUpSandbox();
  await control.setFaults(all, [{ kind: "drop" }, { kind: "delay", seconds: 3 }]);
  await control.setFaults({ of: "next", sales: 4 }, [{ kind: "unsigned" }]);
  const rules = await control.setFaults(all, [{ kind: "duplicate" }]);
  expect(rules).toMatchObject([
    { id: "F3", fault: { kind: "unsigned" }, salesLeft: 4 },
    {
      id: "F4",
      fault: { kind: "duplicate", copies: 2 },
      says: "Duplicate (copies 2). Each notification is sent several times. The order must be paid once. Applies to every order.",
    },
  ]);
  expect(await control.clearFaults("F3")).toMatchObject([{ id: "F4" }]);
  await expect(control.clearFaults("F3")).rejects.toMatchObject({ code: "unknown_fault" });
  expect(await control.clearFaults()).toEqual([]);
});

it.each([
  [{ of: "order", orderId: "none" }, [{ kind: "drop" }], "unknown_order"],
  [all, [{ kind: "other_order", orderId: "none" }], "unknown_order"],
  [{ of: "merchant", merchantId: "9" }, [{ kind: "drop" }], "unknown_merchant"],
  [all, [{ kind: "meteor" }], "bad_request"],
  [all, [{ kind: "delay", seconds: -1 }], "bad_request"],
  [all, [{ kind: "drop", colour: "red" }], "bad_request"],
  [{ of: "everybody" }, [], "bad_request"],
])("refuses the fault %o %o as %s", async (scope, faults, code) => {
  const { control, sandbox } = await setUpSandbox();
  const refused = { name: "SandboxError", code };
  await expect(control.setFaults(scope as never, faults as never)).rejects.toMatchObject(refused);
  const here = sandbox.setFaults(scope as never, faults as never);
  await expect(here).rejects.toBeInstanceOf(SandboxError);
  await expect(here).rejects.toMatchObject(refused);
  expect(await control.faults()).toEqual([]);
});
