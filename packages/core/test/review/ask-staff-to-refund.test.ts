import { expect, test } from "vitest";
import { money } from "../../src/index.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

async function started() {
  const shop = new TestShop();
  const { attemptId } = await shop.gateway.start(hostedSaleInput());
  const items = async () => (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  return { shop, attemptId, items };
}

test("a requested refund opens one review item for each dedupe key", async () => {
  const { shop, attemptId, items } = await started();
  const evidence = "The shop was asked to give back 5.00 USD.";
  await shop.gateway.requestRefund({ attemptId, dedupeKey: "ref_1", evidence });
  await shop.gateway.requestRefund({ attemptId, dedupeKey: "ref_1", evidence });
  await shop.gateway.requestRefund({ attemptId, dedupeKey: "ref_2", evidence: "And 1.00 USD." });
  expect(await items()).toMatchObject([
    { kind: "refund-requested", status: "open", problem: { code: "refund_requested", message: evidence } },
    {
      kind: "refund-requested",
      status: "open",
      problem: { message: expect.stringMatching(/^And 1\.00 USD\./) },
    },
  ]);
});

test("the item has the requested amount", async () => {
  const { shop, attemptId, items } = await started();
  await shop.gateway.requestRefund({
    attemptId,
    dedupeKey: "1",
    evidence: "5.00 USD",
    amount: money(500, "USD"),
  });
  await shop.gateway.requestRefund({ attemptId, dedupeKey: "2", evidence: "Some of it." });
  expect((await items()).map(({ requestedAmount }) => requestedAmount)).toEqual([
    money(500, "USD"),
    undefined,
  ]);
});

test("the recorded refund resolves the item, and the item does not open again", async () => {
  const { shop, attemptId, items } = await started();
  const refund = { attemptId, dedupeKey: "ref_1", evidence: "5.00 USD" };
  await shop.gateway.requestRefund(refund);
  await shop.gateway.resolveReviewItem({
    attemptId,
    action: "record-refund",
    operator: exampleOperator,
    note: "Given back: 4711.",
  });
  await shop.gateway.requestRefund(refund);
  expect(await items()).toEqual([]);
});

test("the item changes no state, and a retry leaves it open", async () => {
  const { shop, attemptId, items } = await started();
  await shop.gateway.requestRefund({ attemptId, dedupeKey: "ref_1", evidence: "5.00 USD" });
  expect((await shop.gateway.status({ reference: "order-1" })).state).toBe("pending");
  const [item] = await items();
  expect(await shop.gateway.retryReviewItem(item?.id ?? "", { operator: exampleOperator })).toMatchObject({
    outcome: "failed",
  });
  expect(await items()).toMatchObject([{ kind: "refund-requested", status: "open" }]);
});

test("requestRefund throws attempt_unknown for an unknown attempt", async () => {
  const { shop } = await started();
  const refund = { attemptId: "0".repeat(20), dedupeKey: "1", evidence: "5.00 USD" };
  await expect(shop.gateway.requestRefund(refund)).rejects.toMatchObject({ code: "attempt_unknown" });
});

async function subscribed(firstPeriodAmount?: number) {
  const shop = new TestShop();
  const plan = { ...minimalSales.subscription.plan, ...(firstPeriodAmount && { firstPeriodAmount }) };
  const { attemptId } = await shop.gateway.start({ ...minimalSales.subscription, plan });
  const items = async () => (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  return { shop, attemptId, items };
}

test("a requested refund of a renewal, and its recorded refund, belong to the cycle (B-45)", async () => {
  const { shop, attemptId, items } = await subscribed();
  await shop.gateway.requestRefund({ attemptId, cycle: 3, dedupeKey: "ref_1", evidence: "Cycle 3." });
  const [item] = await items();
  expect(item).toMatchObject({ kind: "refund-requested", cycle: 3, problem: { message: "Cycle 3." } });
  const resolution = {
    attemptId,
    action: "record-refund",
    operator: exampleOperator,
    note: "4711",
    reviewItemId: item?.id ?? "",
  } as const;
  await shop.gateway.resolveReviewItem(resolution);
  expect(await items()).toEqual([]);
  const [attempt] = (await shop.gateway.status({ reference: "order-1" })).attempts;
  const entries = attempt?.subscription?.cycles.map(({ number, timeline }) => [number, timeline.length]);
  expect(entries).toEqual([
    [1, 0],
    [3, 1],
  ]);
});

const twice = expect.stringMatching(/requested or recorded before.*do not refund twice/);

test("the item names an earlier request or recorded refund of the same payment or cycle (B-46)", async () => {
  const { shop, attemptId, items } = await subscribed();
  const request = (dedupeKey: string, cycle?: number) =>
    shop.gateway.requestRefund({ attemptId, dedupeKey, evidence: dedupeKey, ...(cycle && { cycle }) });
  const messages = async () => (await items()).map(({ problem }) => problem?.message);
  await request("first");
  await request("renewal", 2);
  await request("another renewal", 3);
  expect(await messages()).toEqual(["first", "renewal", "another renewal"]);
  await request("first again");
  await request("renewal again", 2);
  expect((await messages()).slice(3)).toEqual([twice, twice]);
  for (const cycle of [undefined, 3])
    await shop.gateway.resolveReviewItem({
      attemptId,
      action: "record-refund",
      operator: exampleOperator,
      note: "Checked.",
      ...(cycle && { cycle }),
    });
  await request("once more", 3);
  expect((await messages()).at(-1)).toEqual(twice);
  await request("cycle 4", 4);
  expect((await messages()).at(-1)).toBe("cycle 4");
});

test("the item names the price of a discounted first period (PLAN-FIRST)", async () => {
  const { shop, attemptId, items } = await subscribed(500);
  await shop.gateway.requestRefund({ attemptId, dedupeKey: "1", evidence: "19.99 USD was asked for." });
  await shop.gateway.requestRefund({
    attemptId,
    cycle: 2,
    dedupeKey: "1",
    evidence: "19.99 USD was asked for.",
  });
  expect((await items()).map(({ problem }) => problem?.message)).toEqual([
    "19.99 USD was asked for. The first period cost 5.00 USD. The buyer paid no more than this.",
    "19.99 USD was asked for.",
  ]);
});

test.each([0, 1.5, "2"])("a refund of the cycle %s is refused", async (cycle) => {
  const { shop, attemptId } = await subscribed();
  const refund = { attemptId, cycle: cycle as number, dedupeKey: "1", evidence: "" };
  await expect(shop.gateway.requestRefund(refund)).rejects.toMatchObject({ code: "resolution_invalid" });
});

test("the evidence is masked, and a lone surrogate is replaced", async () => {
  const { shop, attemptId, items } = await started();
  const evidence = "ada@example.com paid with 4242 4242 4242 4242 \ud800";
  await shop.gateway.requestRefund({ attemptId, dedupeKey: "1", evidence });
  expect((await items())[0]?.problem.message).toBe("[e-mail] paid with [digits] \ufffd");
});

test.each([
  ["no dedupe key", { dedupeKey: undefined }, "dedupeKey"],
  ["an empty dedupe key", { dedupeKey: "" }, "dedupeKey"],
  ["a dedupe key of two lines", { dedupeKey: "a\nb" }, "dedupeKey"],
  ["a dedupe key of 201 characters", { dedupeKey: "a".repeat(201) }, "dedupeKey"],
  ["no evidence", { evidence: undefined }, "evidence"],
  ["blank evidence", { evidence: "  " }, "evidence"],
  ["evidence of 1001 characters", { evidence: "a".repeat(1001) }, "evidence"],
  ["an amount with a fraction", { amount: { minor: 1.5, currency: "USD" } }, "amount.minor"],
  ["an amount of an unknown currency", { amount: { minor: 1, currency: "XXZ" } }, "amount.currency"],
])("%s: nothing is recorded", async (_, wrong, path) => {
  const { shop, attemptId, items } = await started();
  const request = { attemptId, dedupeKey: "1", evidence: "5.00 USD", ...wrong };
  await expect(shop.gateway.requestRefund(request as never)).rejects.toMatchObject({
    code: "resolution_invalid",
    problems: [{ path }],
  });
  expect(await items()).toEqual([]);
});

test("an empty request is refused, and nothing is recorded", async () => {
  const { shop } = await started();
  await expect(shop.gateway.requestRefund(undefined as never)).rejects.toMatchObject({
    code: "resolution_invalid",
  });
});
