import { describe, expect, test } from "vitest";
import type { Options, ReconciledAttempt, ReconcileRequest } from "../../src/index.ts";
import { resolve } from "../fixtures/staff.ts";
import { hostedSaleInput, type TestShop } from "../fixtures/test-shop.ts";
import { openQueryShop, queryReply } from "../query/query-shop.ts";

const period = { from: new Date("2026-03-01T00:00:00Z"), to: new Date("2026-03-02T00:00:00Z") };
const silence = () => new Response("", { status: 502 });

const oneAtATime = { operations: { query: { minimumGap: 0, concurrency: 1 } } };

/** A shop with open attempts of `order-1` to `order-<count>`, one a minute from 12:00 UTC on. */
async function openOrders(count: number, options: Partial<Options> = {}) {
  const operations = { query: { minimumGap: 0 } };
  const opened = await openQueryShop({ operations, ...options });
  const { shop } = opened;
  for (let number = 2; number <= count; number++) {
    shop.pass(60);
    await shop.gateway.start(hostedSaleInput(`order-${number}`));
  }
  return { ...opened, run: (request: ReconcileRequest = period) => collect(shop, request) };
}

async function collect(shop: TestShop, request: ReconcileRequest): Promise<ReconciledAttempt[]> {
  const found: ReconciledAttempt[] = [];
  for await (const each of shop.gateway.reconcile(request)) found.push(each);
  return found;
}

const references = (found: readonly ReconciledAttempt[]) => found.map(({ reference }) => reference);

describe("reconcile: a run", () => {
  test("asks about every attempt of the period, the newest first, and pays what the gateway reports", async () => {
    const { shop, run, attemptId } = await openOrders(3);
    const found = await run();
    expect(references(found)).toEqual(["order-3", "order-2", "order-1"]);
    expect(found.at(-1)).toEqual({
      attemptId,
      tenant: "default",
      reference: "order-1",
      startedAt: "2026-03-01T12:00:00.000Z",
      finding: "updated",
      before: "pending",
      state: "paid",
      result: { outcome: "reported", state: "paid" },
      reviewKinds: [],
    });
    expect(shop.placed).toHaveLength(3);
  });

  test("asks about attempts that started at `from` or later, and before `to`", async () => {
    const { run } = await openOrders(4);
    const from = "2026-03-01T13:01:00+01:00";
    expect(references(await run({ from, to: new Date("2026-03-01T12:03:00Z") }))).toEqual([
      "order-3",
      "order-2",
    ]);
  });

  test("asks only about the attempts of the named tenants", async () => {
    const merchants = [
      { id: "10002", key: "sandbox-hosted-key" },
      { id: "10003", key: "sandbox-other-key", tenant: "b" },
    ];
    const { shop, run } = await openOrders(1, { merchants });
    await shop.gateway.start({ ...hostedSaleInput("order-b"), tenant: "b" });
    expect(references(await run({ ...period, tenants: ["default"] }))).toEqual(["order-1"]);
  });
});

describe("reconcile: a run that is stopped with its signal", () => {
  test("starts no further query, and returns the attempts whose queries still run", async () => {
    const { shop, queries, answers } = await openOrders(6, {
      operations: { query: { minimumGap: 0, concurrency: 3 } },
    });
    const held: (() => void)[] = [];
    answers(async (form) => {
      await new Promise<void>((resolve) => held.push(resolve));
      return queryReply(form);
    });
    const stop = new AbortController();
    const run = collect(shop, { ...period, signal: stop.signal });
    await expect.poll(() => held.length).toBe(3);
    stop.abort();
    for (const release of held) release();
    const found = await run;
    expect(found.map(({ finding }) => finding)).toEqual(["updated", "updated", "updated"]);
    expect(references(found)).toEqual(["order-6", "order-5", "order-4"]);
    expect([queries().length, shop.placed.length]).toEqual([3, 3]);
  });

  test("stops waiting for a silent gateway, and returns that the attempt is unanswered", async () => {
    const { shop, answers } = await openOrders(8, oneAtATime);
    answers(silence);
    const stop = new AbortController();
    const run = collect(shop, { ...period, signal: stop.signal });
    await shop.elapse(0);
    stop.abort();
    expect((await run).map(({ finding }) => finding)).toEqual(Array(4).fill("unanswered"));
  });
});

describe("reconcile: a finding", () => {
  test.each([
    ["agrees", "pending", "NOTPAY"],
    ["agrees", "pending", "PENDING"],
    ["updated", "pending", "FAIL"],
    ["updated", "pending", "SUCCESS"],
    ["differs", "pending", "REFUND"],
    ["differs", "pending", "ODD"],
    ["agrees", "paid", "SUCCESS"],
    ["differs", "paid", "NOTPAY"],
    ["differs", "paid", "PENDING"],
    ["differs", "paid", "FAIL"],
    ["updated", "paid", "REFUND"],
  ])("is %s if the attempt is %s and the gateway reports %s", async (finding, before, trade_state) => {
    const { run, reports, notify } = await openOrders(1);
    if (before === "paid") await notify();
    reports({ trade_state });
    expect(await run()).toMatchObject([{ finding, before }]);
  });

  test.each([
    ["another amount", { true_amount: "1.00", transaction_id: "T9" }, "amount-mismatch"],
    ["a second transaction", { transaction_id: "T9" }, "paid-twice"],
  ])("differs if the answer about a paid order reports %s", async (_, fields, kind) => {
    const { shop, run, reports, notify } = await openOrders(1);
    await notify();
    reports(fields);
    const differs = { finding: "differs", state: "paid", reviewKinds: [kind] };
    expect(await run()).toMatchObject([differs]);
    expect(await run()).toMatchObject([{ ...differs, before: "paid" }]);
    expect(await shop.itemKinds()).toEqual([kind]);
  });

  test("agrees once staff have recorded the refund that the gateway reports", async () => {
    const { shop, run, reports, notify } = await openOrders(1);
    await notify();
    const refund = { amount: { minor: 1999, currency: "USD" }, reference: "R1" };
    await resolve(shop, "record-refund", { refund });
    reports({ trade_state: "REFUND" });
    expect(await run()).toMatchObject([{ finding: "differs" }]);
    expect(await shop.itemKinds()).toEqual(["refund-notice"]);
    await resolve(shop, "dismiss");
    expect(await run()).toMatchObject([{ finding: "agrees" }]);
  });
});

describe("reconcile: a run ends with an error", () => {
  test.each([
    ["no period", {}, ["from", "to"]],
    ["a day without a time zone", { from: "2026-03-01", to: "2026-03-02T00:00:00" }, ["from", "to"]],
    ["an end before the start", { from: period.to, to: period.from }, ["to"]],
    ["no tenants", { ...period, tenants: [] }, ["tenants"]],
    ["an invalid Date", { ...period, from: new Date(Number.NaN) }, ["from"]],
    ["`after` that is no gateway order ID", { ...period, after: "'" }, ["after"]],
    ["a year with five digits", { ...period, to: new Date(8.64e15) }, ["to"]],
    ["an unknown field", { ...period, states: ["paid"] }, ["states"]],
  ])("for %s", async (_, request, paths) => {
    const { run, queries } = await openOrders(1);
    const failure = run(request as never).catch((error) => error);
    expect(await failure).toMatchObject({ code: "query_invalid", problems: paths.map((path) => ({ path })) });
    expect(queries()).toEqual([]);
  });

  test("if `after` is not known, or not of the period", async () => {
    const { shop, attemptId } = await openOrders(3);
    const unknown = collect(shop, { ...period, after: "0123456789ABCDEFGHJK" });
    await expect(unknown).rejects.toMatchObject({ code: "attempt_unknown" });
    for (const other of [{ from: "2026-03-01T12:01:00Z" }, { to: "2026-03-01T11:59:00Z" }])
      await expect(collect(shop, { ...period, ...other, after: attemptId })).rejects.toMatchObject({
        ...{ code: "query_invalid", problems: [{ path: "after" }] },
      });
  });

  test("if the gateway stays silent for three minutes", async () => {
    const { shop, answers, queries } = await openOrders(30);
    answers(silence);
    const found: ReconciledAttempt[] = [];
    const run = (async () => {
      for await (const each of shop.gateway.reconcile(period)) found.push(each);
    })().catch((error) => error);
    await shop.elapse(0);
    for (let minute = 0; minute < 3; minute++) await shop.elapse(60);
    expect(await run).toMatchObject({ code: "gateway_silent" });
    // Four at a time, before the first minute and after each.
    expect(queries()).toHaveLength(16);
    expect(found.map(({ finding }) => finding)).toEqual(Array(16).fill("unanswered"));
  });
});

test("reconcile: a gateway that answers again within a minute does not end the run", async () => {
  const { shop, answers } = await openOrders(8, oneAtATime);
  answers(silence);
  const run = collect(shop, period);
  await shop.elapse(0);
  answers(queryReply);
  await shop.elapse(60);
  const found = await run;
  expect(found.map(({ finding }) => finding)).toEqual([
    ...Array(3).fill("unanswered"),
    ...Array(5).fill("updated"),
  ]);
});

test.each([
  ["in the gap between two queries", { minimumGap: 5 }, queryReply],
  ["while a silent gateway is left alone", { minimumGap: 0, concurrency: 1 }, silence],
])("reconcile: closing the gateway %s ends the run", async (_, query, answer) => {
  const { shop, answers } = await openOrders(8, { operations: { query } });
  answers(answer);
  const run = collect(shop, period).catch((error) => error);
  await shop.elapse(0);
  await shop.gateway.close();
  expect(await run).toMatchObject({ code: "gateway_closed" });
});
