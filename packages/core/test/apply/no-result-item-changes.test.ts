import { expect, test } from "vitest";
import { money } from "../../src/index.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { openItem, resolve } from "../fixtures/staff.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

const kind = "no-result";
const overdue = 3601;

const start = async (shop: TestShop, minor: number) =>
  (await shop.gateway.start({ ...hostedSaleInput(), amount: money(minor, "USD") })).attemptId;

/** A shop with attempts of `order-1` that nobody reported on, oldest first. */
async function abandoned(count: number) {
  const shop = new TestShop();
  const numbers: string[] = [];
  for (let index = 0; index < count; index++) {
    numbers.push(await start(shop, 1000 + index));
    shop.pass(1);
  }
  return { shop, numbers };
}

async function overdueItem(shop: TestShop) {
  await shop.sweepAfter(overdue);
  expect(await shop.itemKinds()).toEqual([kind]);
  return openItem(shop);
}

test("several attempts without a result have one item, with their number and the newest gateway order ID (B-29)", async () => {
  const { shop, numbers } = await abandoned(5);
  expect(await overdueItem(shop)).toMatchObject({
    ...{ kind, attemptId: numbers[4], noResult: { count: 5 } },
    problem: {
      code: "no_result",
      message: `5 attempts have no result. Ask the gateway about each of them. The newest has the order ID ${numbers[4]}.`,
    },
  });
});

test("the item of an attempt that the gateway's server refused says so (B-29)", async () => {
  const shop = new TestShop();
  shop.answer = new Response("", { status: 404 });
  const attemptId = await start(shop, 1999);
  expect((await overdueItem(shop)).problem?.message).toBe(
    `The gateway did not accept the request and sent no notification. Ask the gateway about order ID ${attemptId}.`,
  );
});

test("an attempt that becomes overdue later joins the open item, and opens a new one after that is resolved (B-29)", async () => {
  const { shop } = await abandoned(2);
  const item = await overdueItem(shop);
  const third = await start(shop, 5000);
  const joined = await overdueItem(shop);
  expect(joined).toMatchObject({ attemptId: third, noResult: { count: 3 } });
  expect(joined.id).not.toBe(item.id);
  await resolve(shop, "record-refund", { kind });
  expect(await shop.itemKinds()).toEqual([]);
  const fourth = await start(shop, 6000);
  expect(await overdueItem(shop)).toMatchObject({ id: `${fourth}/no-result`, noResult: { count: 1 } });
});

test("a dismissed item is resolved for all of its attempts, and keeps the operator and the note (B-29)", async () => {
  const { shop } = await abandoned(3);
  const { id } = await overdueItem(shop);
  await resolve(shop, "dismiss", { kind, note: "Nobody paid." });
  expect(await shop.itemKinds()).toEqual([]);
  const { reviewItems, attempts } = await loadAllAttempts(shop.store);
  const resolved = reviewItems.find((each) => each.id === id);
  expect(resolved?.resolution?.note).toBe("user_1 (Grace): Nobody paid.");
  expect(attempts.map(({ state }) => state)).toEqual(["pending", "pending", "closed"]);
});

test("staff accept another attempt of the item than the newest one (B-29)", async () => {
  const { shop, numbers } = await abandoned(3);
  await overdueItem(shop);
  await resolve(shop, "accept", { kind, attemptId: numbers[0] ?? "" });
  expect(await shop.itemKinds()).toEqual([]);
  const { attempts } = await loadAllAttempts(shop.store);
  expect(attempts.map(({ state }) => state)).toEqual(["paid", "pending", "pending"]);
});

test("an action on one attempt that does not name the item leaves the others in it (B-29)", async () => {
  const { shop, numbers } = await abandoned(3);
  await overdueItem(shop);
  await resolve(shop, "dismiss", { attemptId: numbers[2] ?? "" });
  expect(await openItem(shop)).toMatchObject({ attemptId: numbers[1], noResult: { count: 2 } });
});

test("a status has the attempts that decide and the newest ones, and an older one that is asked for", async () => {
  const shop = new TestShop({ attemptsPerHour: 100 });
  const first = await start(shop, 1999);
  const firstForm = shop.lastForm;
  for (let index = 0; index < 30; index++) await start(shop, 1000 + index);
  const attemptsOf = async (about: { attemptId?: string } = {}) => {
    const { attempts, attemptCount } = await shop.gateway.status({ reference: "order-1", ...about });
    return { attempts: attempts.map(({ number }) => number), attemptCount };
  };
  const newest = Array.from({ length: 10 }, (_, index) => index + 22);
  expect(await attemptsOf()).toEqual({ attempts: newest, attemptCount: 31 });
  const withFirst = { attempts: [1, ...newest], attemptCount: 31 };
  expect(await attemptsOf({ attemptId: first })).toEqual(withFirst);
  await shop.notify({}, firstForm);
  expect(await attemptsOf()).toEqual(withFirst);
});
