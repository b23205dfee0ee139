import { expect, test } from "vitest";
import { money } from "../../src/index.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { grace } from "../payment/example-facts.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

async function started() {
  const shop = new TestShop();
  const { attemptId } = await shop.gateway.start(hostedSaleInput());
  const items = async () => (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  return { shop, attemptId, items };
}

test("a refund that the shop was asked for is an item for staff, once for each mark", async () => {
  const { shop, attemptId, items } = await started();
  const evidence = "The shop was asked to give back 5.00 USD.";
  await shop.gateway.requestRefund({ attemptId, dedupeKey: "ref_1", evidence });
  await shop.gateway.requestRefund({ attemptId, dedupeKey: "ref_1", evidence });
  await shop.gateway.requestRefund({ attemptId, dedupeKey: "ref_2", evidence: "And 1.00 USD." });
  expect(await items()).toMatchObject([
    { kind: "refund-requested", status: "open", problem: { code: "refund_due", message: evidence } },
    {
      kind: "refund-requested",
      status: "open",
      problem: { message: expect.stringMatching(/^And 1\.00 USD\./) },
    },
  ]);
});

test("an item has the amount that was asked for", async () => {
  const { shop, attemptId, items } = await started();
  await shop.gateway.requestRefund({
    attemptId,
    dedupeKey: "1",
    evidence: "5.00 USD",
    amount: money(500, "USD"),
  });
  await shop.gateway.requestRefund({ attemptId, dedupeKey: "2", evidence: "Some of it." });
  expect((await items()).map(({ asked }) => asked)).toEqual([money(500, "USD"), undefined]);
});

test("it ends when somebody books that the money was given back, and does not come again", async () => {
  const { shop, attemptId, items } = await started();
  const refund = { attemptId, dedupeKey: "ref_1", evidence: "5.00 USD" };
  await shop.gateway.requestRefund(refund);
  await shop.gateway.resolveReviewItem({
    attemptId,
    action: "record-refund",
    operator: grace,
    note: "Given back: 4711.",
  });
  await shop.gateway.requestRefund(refund);
  expect(await items()).toEqual([]);
});

test("it moves no payment, and to do it again leaves it with staff", async () => {
  const { shop, attemptId, items } = await started();
  await shop.gateway.requestRefund({ attemptId, dedupeKey: "ref_1", evidence: "5.00 USD" });
  expect((await shop.gateway.status({ reference: "order-1" })).state).toBe("pending");
  const [item] = await items();
  expect(await shop.gateway.retryReviewItem(item?.id ?? "", { operator: grace })).toMatchObject({
    outcome: "failed",
  });
  expect(await items()).toMatchObject([{ kind: "refund-requested", status: "open" }]);
});

test("a payment that there is not has no refund", async () => {
  const { shop } = await started();
  const refund = { attemptId: "0".repeat(20), dedupeKey: "1", evidence: "" };
  await expect(shop.gateway.requestRefund(refund)).rejects.toMatchObject({ code: "attempt_unknown" });
});

async function subscribed(firstPeriodAmount?: number) {
  const shop = new TestShop();
  const plan = { ...minimalSales.subscription.plan, ...(firstPeriodAmount && { firstPeriodAmount }) };
  const { attemptId } = await shop.gateway.start({ ...minimalSales.subscription, plan });
  const items = async () => (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  return { shop, attemptId, items };
}

test("a refund of a renewal is an item of its cycle, and what is booked of it is booked of the cycle (B-45)", async () => {
  const { shop, attemptId, items } = await subscribed();
  await shop.gateway.requestRefund({ attemptId, cycle: 3, dedupeKey: "ref_1", evidence: "Cycle 3." });
  const [item] = await items();
  expect(item).toMatchObject({ kind: "refund-requested", cycle: 3, problem: { message: "Cycle 3." } });
  const decision = {
    attemptId,
    action: "record-refund",
    operator: grace,
    note: "4711",
    reviewItemId: item?.id ?? "",
  } as const;
  await shop.gateway.resolveReviewItem(decision);
  expect(await items()).toEqual([]);
  const [payment] = (await shop.gateway.status({ reference: "order-1" })).attempts;
  const told = payment?.subscription?.cycles.map(({ number, timeline }) => [number, timeline.length]);
  expect(told).toEqual([
    [1, 0],
    [3, 1],
  ]);
});

const twice = expect.stringMatching(/asked for or recorded before.*nothing back twice/);

test("one that waits or was booked before is said: of the same payment, or of the same cycle (B-46)", async () => {
  const { shop, attemptId, items } = await subscribed();
  const ask = (dedupeKey: string, cycle?: number) =>
    shop.gateway.requestRefund({ attemptId, dedupeKey: mark, evidence: mark, ...(cycle && { cycle }) });
  const said = async () => (await items()).map(({ problem }) => problem?.message);
  await ask("first");
  await ask("renewal", 2);
  await ask("another renewal", 3);
  expect(await said()).toEqual(["first", "renewal", "another renewal"]);
  await ask("first again");
  await ask("renewal again", 2);
  expect((await said()).slice(3)).toEqual([twice, twice]);
  for (const cycle of [undefined, 3])
    await shop.gateway.resolveReviewItem({
      attemptId,
      action: "record-refund",
      operator: grace,
      note: "",
      ...(cycle && { cycle }),
    });
  await ask("once more", 3);
  expect((await said()).at(-1)).toEqual(twice);
  await ask("cycle 4", 4);
  expect((await said()).at(-1)).toBe("cycle 4");
});

test("what a first period cost is said where it is not the price: no more can be given back (PLAN-FIRST)", async () => {
  const { shop, attemptId, items } = await subscribed(500);
  await shop.gateway.requestRefund({ attemptId, dedupeKey: "1", evidence: "19.99 USD was asked for." });
  await shop.gateway.requestRefund({
    attemptId,
    cycle: 2,
    dedupeKey: "1",
    evidence: "19.99 USD was asked for.",
  });
  expect((await items()).map(({ problem }) => problem?.message)).toEqual([
    "19.99 USD was asked for. Its first period cost 5.00 USD: no more was paid.",
    "19.99 USD was asked for.",
  ]);
});

test.each([0, 1.5, "2"])("a refund of the cycle %s is refused", async (cycle) => {
  const { shop, attemptId } = await subscribed();
  const refund = { attemptId, cycle: cycle as number, dedupeKey: "1", evidence: "" };
  await expect(shop.gateway.requestRefund(refund)).rejects.toMatchObject({ code: "resolution_invalid" });
});
