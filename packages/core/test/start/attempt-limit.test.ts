import { expect, test } from "vitest";
import { isPayIndexError, money, type Sale } from "../../src/index.ts";
import { hostedSaleInput, redirectResponse, TestShop } from "../fixtures/test-shop.ts";

/** A different sale each time, so that no open payment page answers it. */
function changed(index: number, reference = "order-1"): Sale {
  return { ...hostedSaleInput(reference), amount: money(1000 + index, "USD") };
}

async function startMany(shop: TestShop, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await shop.gateway.start(changed(index));
}

const refusalOf = (starting: Promise<unknown>) =>
  starting.then(
    () => undefined,
    (error: unknown) => (isPayIndexError(error, "too_many_attempts") ? error : undefined),
  );

test("a reference allows attemptsPerHour attempts, and the next one is neither created nor sent (ENG-LIMIT)", async () => {
  const shop = new TestShop({ attemptsPerHour: 3 });
  await startMany(shop, 3);
  shop.pass(600);
  const error = await refusalOf(shop.gateway.start(changed(9)));
  expect(error?.retryAt).toBe("2026-03-01T13:00:00.000Z");
  expect(error?.message).toBe(
    "order-1 has reached the limit of 3 payment attempts in an hour. Nothing was sent. The buyer can try again in 50 min.",
  );
  expect(shop.submissions).toHaveLength(3);
  expect(await shop.gateway.status({ reference: "order-1" })).toMatchObject({ attemptCount: 3 });
});

test("the default limit is 20 attempts in an hour (ENG-LIMIT)", async () => {
  const shop = new TestShop();
  await startMany(shop, 20);
  expect(await refusalOf(shop.gateway.start(changed(20)))).toBeDefined();
});

test("the limit uses a sliding hour: each attempt counts until it is an hour old (ENG-LIMIT)", async () => {
  const shop = new TestShop({ attemptsPerHour: 2 });
  await shop.gateway.start(changed(1));
  shop.pass(1800);
  await shop.gateway.start(changed(2));
  shop.pass(1799);
  expect(await refusalOf(shop.gateway.start(changed(3)))).toBeDefined();
  shop.pass(1);
  await shop.gateway.start(changed(3));
  expect((await refusalOf(shop.gateway.start(changed(4))))?.retryAt).toBe("2026-03-01T13:30:00.000Z");
});

test("a buyer of a paid reference at its limit is sent to the order page (ENG-LIMIT)", async () => {
  const shop = new TestShop({ attemptsPerHour: 1 });
  await shop.gateway.start(hostedSaleInput());
  await shop.notify();
  expect(await shop.gateway.start(changed(1))).toMatchObject({ state: "paid", reused: true });
});

test("each reference and each tenant has its own limit (ENG-LIMIT)", async () => {
  const merchants = ["default", "north"].map((tenant) => ({
    id: "10002",
    key: "sandbox-hosted-key",
    tenant,
  }));
  const shop = new TestShop({ attemptsPerHour: 1, merchants });
  await shop.gateway.start(hostedSaleInput("order-1"));
  await shop.gateway.start(hostedSaleInput("order-2"));
  await shop.gateway.start({ ...hostedSaleInput("order-1"), tenant: "north" });
  expect(await refusalOf(shop.gateway.start(changed(1)))).toBeDefined();
});

test("of 50 requests at the same moment as many start as the limit allows (ENG-LIMIT)", async () => {
  const shop = new TestShop({ attemptsPerHour: 7 });
  shop.answer = async () => redirectResponse("https://gateway.test/page/1");
  const starts = await Promise.all(
    Array.from({ length: 50 }, (_, index) => refusalOf(shop.gateway.start(changed(index)))),
  );
  expect(starts.filter((refusal) => refusal === undefined)).toHaveLength(7);
  expect(shop.submissions).toHaveLength(7);
});
