import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { type FaultInput, SandboxError } from "../src/control-client.ts";
import { postToShop } from "../src/notifier/post-to-shop.ts";
import { SimultaneousSendBarrier } from "../src/notifier/simultaneous-send-barrier.ts";
import {
  cardFields,
  challengeCard,
  failedCard,
  merchantByVariant,
  saleOf,
  signSale,
} from "./fixtures/sale.ts";
import { setUpSandbox } from "./fixtures/set-up-sandbox.ts";

const all = { of: "all" } as const;

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

it.each<[FaultInput, number, string[]]>([
  [{ kind: "delay", seconds: 90 }, 90, ["ok"]],
  [{ kind: "reorder" }, 60, ["ok"]],
  [{ kind: "drop", tries: 2 }, 30, ["dropped", "dropped", "ok"]],
])("sends a single notification late on the sandbox's clock: %o, after %i seconds", async (...row) => {
  const [fault, seconds, outcomes] = row;
  const { control, sell, notifications } = await setUpSandbox();
  await control.setFaults(all, [fault]);
  await sell("L");
  if (fault.kind === "drop") await control.nextDelivery("L");
  await control.advance({ seconds: seconds - 1 });
  expect(notifications()).toHaveLength(0);
  await control.advance({ seconds: 1 });
  expect(notifications()).toHaveLength(1);
  const { deliveries, timeline } = await control.orderDetails("L");
  expect(timeline.filter(({ type }) => type === "fault_applied")[0]).toMatchObject({ fault: fault.kind });
  expect(deliveries.map(({ outcome }) => outcome)).toEqual(outcomes);
});

it.each<[FaultInput, sale: object, codes: readonly [string, string]]>([
  [{ kind: "succeed_after_fail" }, cardFields(failedCard), ["2", "00"]],
  [{ kind: "fail_after_success" }, {}, ["00", "2"]],
  [{ kind: "pay_twice", seconds: 30 }, {}, ["00", "00"]],
  [{ kind: "succeed_after_close", seconds: 5 }, cardFields(challengeCard), ["2", "00"]],
])("changes the outcome of an order later, as another attempt: %o", async (fault, sale, codes) => {
  const { control, sell, notifications } = await setUpSandbox();
  await control.setFaults({ of: "next" }, [fault]);
  await sell("T", { ...sale });
  if (fault.kind === "succeed_after_close") await control.closeOrder("T");
  await control.nextDelivery("T");
  await control.advance({ seconds: 60 });
  await control.advance({ hours: 1 });
  expect(notifications().map(({ returncode }) => returncode)).toEqual(codes);
  expect(new Set(notifications().map(({ transaction_id }) => transaction_id)).size).toBe(2);
  expect(await control.faults()).toEqual([]);
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
