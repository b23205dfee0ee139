import { expect, test } from "vitest";
import { money } from "../../src/index.ts";
import { resolve, retry } from "../fixtures/staff.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

async function started(sale = hostedSaleInput()) {
  const shop = new TestShop();
  const { attemptId } = await shop.gateway.start(sale);
  const items = async () => (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  const messages = async () => (await items()).map(({ problem }) => problem.message);
  const request = (dedupeKey: string, more: object = {}) =>
    shop.gateway.requestRefund({ attemptId, dedupeKey, evidence: dedupeKey, ...more });
  return { shop, items, messages, request };
}

const subscribed = (firstPeriodAmount?: number) =>
  started({
    ...minimalSales.subscription,
    plan: { ...minimalSales.subscription.plan, ...(firstPeriodAmount && { firstPeriodAmount }) },
  });

test("a requested refund opens one review item for each dedupe key, with the requested amount", async () => {
  const { items, request } = await started();
  await request("ref_1", { amount: money(500, "USD") });
  await request("ref_1");
  await request("ref_2");
  const item = { kind: "refund-requested", status: "open" };
  expect(await items()).toMatchObject([
    { ...item, requestedAmount: money(500, "USD"), problem: { code: "refund_requested", message: "ref_1" } },
    { ...item, problem: { message: expect.stringMatching(/^ref_2/) } },
  ]);
});

test("the recorded refund resolves the item, and the item does not open again", async () => {
  const { shop, items, request } = await started();
  await request("ref_1");
  expect([await shop.state(), await retry(shop)]).toMatchObject(["pending", { outcome: "failed" }]);
  expect(await items()).toMatchObject([{ kind: "refund-requested", status: "open" }]);
  await resolve(shop, "record-refund");
  await request("ref_1");
  expect(await items()).toEqual([]);
});

test("a requested refund of a renewal, and its recorded refund, belong to the cycle (B-45)", async () => {
  const { shop, items, request } = await subscribed();
  await request("ref_1", { cycle: 3 });
  expect(await items()).toMatchObject([{ kind: "refund-requested", cycle: 3 }]);
  await resolve(shop, "record-refund", { kind: "refund-requested" });
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
  const { shop, messages, request } = await subscribed();
  await request("first");
  await request("renewal", { cycle: 2 });
  await request("another renewal", { cycle: 3 });
  await request("first again");
  await request("renewal again", { cycle: 2 });
  expect(await messages()).toEqual(["first", "renewal", "another renewal", twice, twice]);
  for (const about of [{}, { cycle: 3 }]) await resolve(shop, "record-refund", about);
  await request("once more", { cycle: 3 });
  expect((await messages()).at(-1)).toEqual(twice);
  await request("cycle 4", { cycle: 4 });
  expect((await messages()).at(-1)).toBe("cycle 4");
});

test("the item names the price of a discounted first period (PLAN-FIRST)", async () => {
  const { messages, request } = await subscribed(500);
  await request("Give it back.");
  await request("Give it back.", { cycle: 2 });
  expect(await messages()).toEqual([
    "Give it back. The first period cost 5.00 USD. The buyer paid no more than this.",
    "Give it back.",
  ]);
});

test("the evidence is masked, and a lone surrogate is replaced", async () => {
  const { messages, request } = await started();
  await request("1", { evidence: "ada@example.com paid with 4242 4242 4242 4242 \ud800" });
  expect(await messages()).toEqual(["[e-mail] paid with [digits] \ufffd"]);
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
  ["the cycle 0", { cycle: 0 }, "cycle"],
  ["half a cycle", { cycle: 1.5 }, "cycle"],
  ["a cycle in text", { cycle: "2" }, "cycle"],
])("%s: nothing is recorded", async (_, wrong, path) => {
  const { items, request } = await subscribed();
  await expect(request("1", wrong)).rejects.toMatchObject({
    code: "resolution_invalid",
    problems: [{ path }],
  });
  expect(await items()).toEqual([]);
});

test("an empty request, and one about an unknown attempt, are refused", async () => {
  const { shop, request } = await started();
  const empty = shop.gateway.requestRefund(undefined as never);
  await expect(empty).rejects.toMatchObject({ code: "resolution_invalid" });
  const unknown = request("1", { attemptId: "0".repeat(20) });
  await expect(unknown).rejects.toMatchObject({ code: "attempt_unknown" });
});
