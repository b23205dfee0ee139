import { expect, test, vi } from "vitest";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { openQueryShop, queryReply } from "../query/query-shop.ts";

/** A shop with open attempts of this number of orders, which asks without a pause. */
async function openOrders(count: number, concurrency = 4) {
  const opened = await openQueryShop({ operations: { query: { concurrency, minimumGap: 0 } } });
  const attemptIds = [opened.attemptId];
  for (let number = 2; number <= count; number++) {
    const started = await opened.shop.gateway.start(hostedSaleInput(`order-${number}`));
    attemptIds.push(started.attemptId);
  }
  return { ...opened, attemptIds };
}

test("several attempts have their results in the order of the request", async () => {
  const { shop, attemptIds, answers } = await openOrders(3);
  answers((form) =>
    queryReply(form, form.get("pay_orderid") === attemptIds[1] ? { trade_state: "NOTPAY" } : {}),
  );
  const results = await shop.gateway.queryAttempts({ attemptIds });
  expect(results).toEqual([
    { attemptId: attemptIds[0], outcome: "reported", state: "paid" },
    { attemptId: attemptIds[1], outcome: "reported", state: "not-paid" },
    { attemptId: attemptIds[2], outcome: "reported", state: "paid" },
  ]);
  expect(shop.placed).toHaveLength(2);
});

test("an attempt that does not exist does not stop the others", async () => {
  const { shop, attemptId } = await openOrders(1);
  const missing = `${attemptId.slice(0, -1)}${attemptId.endsWith("A") ? "B" : "A"}`;
  const results = await shop.gateway.queryAttempts({ attemptIds: [missing, "'; --", attemptId] });
  expect(results).toEqual([
    { attemptId: missing, outcome: "not-asked", reason: "attempt_unknown" },
    { attemptId: "'; --", outcome: "not-asked", reason: "attempt_unknown" },
    { attemptId, outcome: "reported", state: "paid" },
  ]);
});

test("the gateway is not asked about an attempt of a merchant who left the options", async () => {
  const { shop, attemptId } = await openOrders(1);
  const merchants = [{ id: "10009", key: "sandbox-other-key" }];
  const later = new TestShop({ operations: { query: {} }, merchants }, shop.store);
  expect(await later.gateway.queryAttempts({ attemptIds: [attemptId] })).toEqual([
    { attemptId, outcome: "not-asked", reason: "merchant_missing" },
  ]);
  expect(later.submissions).toEqual([]);
});

test.each([
  ["no attempt", { attemptIds: [] }],
  ["101 attempts", { attemptIds: Array.from({ length: 101 }, (_, number) => `A${number}`) }],
  ["one attempt twice", { attemptIds: ["A", "A"] }],
  ["no list", { attemptIds: "all" }],
  ["nothing", undefined],
])("%s is refused, and the gateway is not asked", async (_, request) => {
  const { shop, queries } = await openOrders(1);
  await expect(shop.gateway.queryAttempts(request as never)).rejects.toMatchObject({
    code: "query_invalid",
    problems: [{ path: "attemptIds" }],
  });
  expect(queries()).toEqual([]);
});

test("the limits of queries: at most `concurrency` queries run at a time", async () => {
  const { shop, attemptIds, answers } = await openOrders(7, 2);
  let running = 0;
  let most = 0;
  answers(async (form) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    return queryReply(form);
  });
  await shop.gateway.queryAttempts({ attemptIds });
  expect(most).toBe(2);
});

test("the limits of queries: after three queries without an answer, no query runs for a minute", async () => {
  const { shop, attemptIds, answers, queries } = await openOrders(6, 1);
  answers(() => new Response("", { status: 502 }));
  const results = await shop.gateway.queryAttempts({ attemptIds });
  expect(queries()).toHaveLength(3);
  expect(results.at(-1)).toMatchObject({ outcome: "not-asked", reason: "gateway_silent" });
  shop.pass(59);
  await shop.gateway.queryAttempts({ attemptIds });
  expect(queries()).toHaveLength(3);
  shop.pass(1);
  answers(queryReply);
  await shop.gateway.queryAttempts({ attemptIds });
  expect(queries()).toHaveLength(9);
});

test("the limits of queries: a query for one attempt by a person does not wait", async () => {
  const { shop, attemptId, attemptIds, answers, query } = await openOrders(3, 1);
  answers(() => new Response("", { status: 502 }));
  await shop.gateway.queryAttempts({ attemptIds });
  answers(queryReply);
  const reported = { outcome: "reported", state: "paid" };
  expect(await query()).toEqual(reported);
  expect(await shop.gateway.queryAttempts({ attemptIds: [attemptId] })).toEqual([{ attemptId, ...reported }]);
});

test("if one attempt cannot be stored, the call ends only when the queries about the others have ended", async () => {
  const { shop, attemptIds, queries } = await openOrders(6, 1);
  vi.spyOn(shop.store, "commit").mockImplementationOnce(() => Promise.reject(new Error("the disk is full")));
  await expect(shop.gateway.queryAttempts({ attemptIds })).rejects.toMatchObject({
    code: "store_unavailable",
  });
  expect(queries()).toHaveLength(6);
});
