import { createHash } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { openQueryShop, queryReply } from "./query-shop.ts";

describe("QRY-FACT: a query", () => {
  test("that reports the payment, also without its currency, pays the attempt, and its order is placed (NOT-CURRENCY, QRY-AMOUNT)", async () => {
    const { shop, query, reports, timeline } = await openQueryShop();
    reports({ currency: "" });
    expect(await query()).toEqual({ outcome: "reported", state: "paid" });
    expect(await shop.state()).toBe("paid");
    expect(shop.placed).toHaveLength(1);
    expect(await timeline()).toEqual([
      "When asked, the gateway answered that 19.99 USD is paid (transaction 202603010001).",
    ]);
  });

  test("uses the path and the signed fields of the option (OPS-PATH, OPS-SIGN)", async () => {
    const operations = { query: { path: "/v2/order", signedFields: ["pay_orderid"] } };
    const { shop, attemptId, query, queries } = await openQueryShop({ operations });
    await query();
    expect(shop.urls.at(-1)).toBe("http://gateway.test/v2/order");
    const text = `pay_orderid=${attemptId}&key=sandbox-hosted-key`;
    const sign = createHash("md5").update(text).digest("hex").toUpperCase();
    expect(queries()[0]?.get("pay_md5sign")).toBe(sign);
  });

  test("with a repeated answer adds nothing", async () => {
    const { shop, query, reports, timeline } = await openQueryShop();
    reports({ trade_state: "PENDING" });
    for (let times = 0; times < 3; times++) await query();
    expect(await timeline()).toEqual([
      "When asked, the gateway answered that the payment is still being processed.",
    ]);
    const commit = vi.spyOn(shop.store, "commit");
    await query();
    expect(commit).not.toHaveBeenCalled();
  });
});

const unverified = (reason: string) => ({ outcome: "unverified", reason });

test.each<[string, (form: URLSearchParams) => Response | Promise<Response>, object]>([
  ["of another merchant", (form) => queryReply(form, { memberid: "1" }), unverified("foreign")],
  [
    "that refuses the query",
    () => Response.json({ status: "error", msg: "no" }),
    { outcome: "rejected", text: "no" },
  ],
  [
    "HTTP 502",
    () => new Response("", { status: 502 }),
    { outcome: "unknown", reason: "http_status", httpStatus: 502 },
  ],
])("OPS-REPLY: an answer that proves nothing changes nothing: %s", async (_, answer, result) => {
  const { shop, query, answers, timeline } = await openQueryShop();
  answers(answer);
  expect(await query()).toEqual(result);
  expect(await shop.state()).toBe("pending");
  expect(await timeline()).toEqual([]);
  expect(await shop.itemKinds()).toEqual([]);
  expect(shop.events.at(-1)).toMatchObject({ event: "query-answered", ...result });
});

test("a query is refused without the option, before anything is sent (OPS-PATH)", async () => {
  const { queries, query } = await openQueryShop({ operations: {} });
  await expect(query()).rejects.toMatchObject({ code: "operation_disabled" });
  expect(queries()).toEqual([]);
});

describe("CYC-TRANSACTION: a query about a subscription", () => {
  const open = async () => {
    const shop = await SubscriptionShop.begin({ operations: { query: {} } });
    const sale = shop.lastForm;
    const query = async (more: Record<string, string>) => {
      shop.answer = (form) => queryReply(form, more);
      return shop.gateway.query({ attemptId: sale.get("pay_orderid") ?? "" });
    };
    return { shop, sale, query };
  };

  test("pays nothing once the second cycle is due, because the reply can be about a later charge", async () => {
    const { shop, query } = await open();
    shop.pass(40 * 86_400);
    expect(await query({ transaction_id: "T2" })).toEqual({ outcome: "reported", state: "paid" });
    expect(await shop.state()).not.toBe("paid");
    expect(shop.placed).toEqual([]);
  });

  test("pays nothing by a transaction that paid a later cycle", async () => {
    const { shop, sale, query } = await open();
    await shop.cycleOf(sale, 1);
    await shop.cycleOf(sale, 2);
    await query({ transaction_id: "T2" });
    expect(await shop.itemKinds()).toEqual(["transaction-reused"]);
  });

  test("pays no later cycle with the transaction that its first cycle has used", async () => {
    const { shop, sale, query } = await open();
    await query({ transaction_id: "T1" });
    await shop.cycleOf(sale, 2, { transaction_id: "T1" });
    expect(await shop.itemKinds()).toEqual(["transaction-reused"]);
  });
});

test.each([
  [3600, "REFUND", 1999],
  [3599, "REFUND", 0],
  [3600, "SUCCESS", 0],
])(
  "QRY-REPEAT: a success is repeated after %i seconds, a query answers %s: %i is recorded as refunded",
  async (...row) => {
    const [seconds, trade_state, refunded] = row;
    const { shop, notify, reports } = await openQueryShop();
    reports({ trade_state });
    await notify();
    shop.pass(seconds);
    await notify({ datetime: "20260301130000" });
    await shop.gateway.sweep();
    const { state, attempts, reviewItems } = await shop.gateway.status({ reference: "order-1" });
    const minors = attempts.flatMap(({ refunds }) => refunds.map(({ amount }) => amount.minor));
    expect([state, reviewItems, shop.placed.length, minors]).toEqual([
      "paid",
      [],
      1,
      refunded === 0 ? [] : [refunded],
    ]);
  },
);

describe("QRY-REPEAT: a success that is repeated two hours after its first report", () => {
  const open = async () => {
    const opened = await openQueryShop();
    await opened.notify();
    const repeatAfter = (hours: number) => {
      opened.shop.pass(hours * 3600);
      return opened.notify();
    };
    return { ...opened, repeatAfter };
  };

  test("is asked about a day after the last query, so that no refund of that day is missed", async () => {
    const { shop, queries, repeatAfter } = await open();
    for (const [hours, asked] of [
      [2, 1],
      [3, 1],
      [4, 1],
      [16, 1],
      [1, 2],
    ] as const) {
      await repeatAfter(hours);
      await shop.gateway.sweep();
      expect(queries()).toHaveLength(asked);
    }
  });

  test("is asked about again while the gateway does not answer, and then by staff", async () => {
    const { shop, queries, answers, repeatAfter } = await open();
    answers(() => Promise.reject(new TypeError("fetch failed")));
    await repeatAfter(2);
    for (const minutes of [0, 1, 5, 15, 60, 60]) await shop.sweepAfter(minutes * 60);
    expect(queries()).toHaveLength(5);
    const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
    expect(reviewItems.map(({ kind }) => kind)).toEqual(["result-not-checked"]);
  });

  test("is not acknowledged while the query cannot be stored", async () => {
    const { shop, repeatAfter } = await open();
    shop.store.commit = () => Promise.reject(new Error("connection lost"));
    expect(await repeatAfter(2)).toMatchObject({ status: 503, body: "later" });
  });
});
