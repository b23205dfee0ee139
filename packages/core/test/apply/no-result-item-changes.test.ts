import { expect, test } from "vitest";
import type { ReviewItem } from "../../src/entries/store.ts";
import { money, type StartedAttempt } from "../../src/index.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

const overdue = 3601;

/** A shop with attempts of `order-1` that nobody reported on, oldest first. */
async function abandoned(count: number) {
  const shop = new TestShop();
  const forms: URLSearchParams[] = [];
  const starts: StartedAttempt[] = [];
  for (let index = 0; index < count; index++) {
    starts.push(await shop.gateway.start({ ...hostedSaleInput(), amount: money(1000 + index, "USD") }));
    forms.push(shop.lastForm);
    shop.pass(1);
  }
  return { shop, forms, numbers: starts.map(({ attemptId }) => attemptId) };
}

async function itemsOf(shop: TestShop): Promise<readonly ReviewItem[]> {
  return (await shop.gateway.status({ reference: "order-1" })).reviewItems;
}

async function overdueItem(shop: TestShop): Promise<ReviewItem> {
  shop.pass(overdue);
  await shop.gateway.sweep();
  const [item, ...more] = await itemsOf(shop);
  if (item === undefined || more.length > 0) throw new Error("Not exactly one item is open.");
  return item;
}

test("several attempts without a result have one item, with their number and the newest gateway order ID (B-29)", async () => {
  const { shop, numbers } = await abandoned(5);
  const item = await overdueItem(shop);
  expect(item).toMatchObject({ kind: "no-result", attemptId: numbers[4], noResult: { count: 5 } });
  expect(item.problem).toEqual({
    code: "no_result",
    message: `5 attempts have no result. Ask the gateway about each of them. The newest has the order ID ${numbers[4]}.`,
  });
  expect(await shop.gateway.reviewItems()).toHaveLength(1);
});

test("the item of an attempt that the gateway's server refused says so (B-29)", async () => {
  const shop = new TestShop();
  shop.answer = new Response("", { status: 404 });
  const { attemptId } = await shop.gateway.start(hostedSaleInput());
  expect((await overdueItem(shop)).problem?.message).toBe(
    `The gateway did not accept the request and sent no notification. Ask the gateway about order ID ${attemptId}.`,
  );
});

test("an attempt that gets a result leaves the item, whichever attempt it is (B-29)", async () => {
  const { shop, forms, numbers } = await abandoned(3);
  await overdueItem(shop);
  await shop.notify({ returncode: "2", transaction_id: "t2" }, forms[2]);
  expect(await itemsOf(shop)).toMatchObject([{ attemptId: numbers[1], noResult: { count: 2 } }]);
  await shop.notify({ returncode: "2", transaction_id: "t0" }, forms[0]);
  expect(await itemsOf(shop)).toMatchObject([{ attemptId: numbers[1], noResult: { count: 1 } }]);
  await shop.notify({ returncode: "2", transaction_id: "t1" }, forms[1]);
  expect(await itemsOf(shop)).toEqual([]);
});

test("a paid attempt resolves the item for all attempts (B-29)", async () => {
  const { shop, forms } = await abandoned(3);
  await overdueItem(shop);
  await shop.notify({}, forms[0]);
  expect(await itemsOf(shop)).toEqual([]);
  expect(await shop.state()).toBe("paid");
});

test("an attempt that becomes overdue later joins the open item, and opens a new one after that is resolved (B-29)", async () => {
  const { shop, numbers } = await abandoned(2);
  const item = await overdueItem(shop);
  const third = await shop.gateway.start({ ...hostedSaleInput(), amount: money(5000, "USD") });
  const joined = await overdueItem(shop);
  expect(joined).toMatchObject({ attemptId: third.attemptId, noResult: { count: 3 } });
  expect(joined.id).not.toBe(item.id);
  const resolution = { action: "record-refund", operator: { id: "ada" }, note: "Nothing was paid." } as const;
  await shop.gateway.resolveReviewItem({
    ...resolution,
    attemptId: third.attemptId,
    reviewItemId: joined.id,
  });
  expect(await itemsOf(shop)).toEqual([]);
  const fourth = await shop.gateway.start({ ...hostedSaleInput(), amount: money(6000, "USD") });
  expect(await overdueItem(shop)).toMatchObject({
    id: `${fourth.attemptId}/no-result`,
    noResult: { count: 1 },
  });
  expect(numbers).not.toContain(fourth.attemptId);
});

test("a dismissed item is resolved for all of its attempts, and keeps the operator and the note (B-29)", async () => {
  const { shop, numbers } = await abandoned(3);
  const item = await overdueItem(shop);
  const resolution = { action: "dismiss", operator: { id: "ada" }, note: "Nobody paid." } as const;
  await shop.gateway.resolveReviewItem({ ...resolution, attemptId: item.attemptId, reviewItemId: item.id });
  expect(await itemsOf(shop)).toEqual([]);
  const { reviewItems, attempts } = await loadAllAttempts(shop.store);
  expect(reviewItems.find(({ id }) => id === item.id)?.resolution?.note).toBe("ada: Nobody paid.");
  expect(attempts.map(({ attemptId, state }) => [attemptId, state])).toEqual([
    [numbers[0], "pending"],
    [numbers[1], "pending"],
    [numbers[2], "closed"],
  ]);
});

test("staff accept another attempt of the item than the newest one (B-29)", async () => {
  const { shop, numbers } = await abandoned(3);
  const item = await overdueItem(shop);
  const [attemptId = ""] = numbers;
  await shop.gateway.resolveReviewItem({
    attemptId,
    reviewItemId: item.id,
    action: "accept",
    operator: { id: "ada" },
    note: "Seen.",
  });
  expect(await itemsOf(shop)).toEqual([]);
  const { attempts } = await loadAllAttempts(shop.store);
  expect(attempts.map(({ state }) => state)).toEqual(["paid", "pending", "pending"]);
});

test("an action on one attempt that does not name the item leaves the others in it (B-29)", async () => {
  const { shop, numbers } = await abandoned(3);
  await overdueItem(shop);
  const attemptId = numbers[2] ?? "";
  await shop.gateway.resolveReviewItem({
    attemptId,
    action: "dismiss",
    operator: { id: "ada" },
    note: "Not paid.",
  });
  expect(await itemsOf(shop)).toMatchObject([{ attemptId: numbers[1], noResult: { count: 2 } }]);
});

test("two processes that check the same attempt count it once (B-29)", async () => {
  const { shop, numbers } = await abandoned(2);
  shop.pass(overdue);
  await Promise.all([shop.gateway.sweep(), shop.gateway.sweep(), shop.gateway.sweep()]);
  for (const number of numbers)
    await shop.gateway.retryReviewItem(`${number}/check-result`, { operator: { id: "ada" } });
  expect(await itemsOf(shop)).toMatchObject([{ noResult: { count: 2 } }]);
});

test("results that arrive together leave the item with one that is left (B-29)", async () => {
  const { shop, forms, numbers } = await abandoned(6);
  await overdueItem(shop);
  await Promise.all(
    forms.slice(1).map((form, index) => shop.notify({ returncode: "2", transaction_id: `t${index}` }, form)),
  );
  expect(await itemsOf(shop)).toMatchObject([{ attemptId: numbers[0], noResult: { count: 1 } }]);
});

test("a status has the attempts that decide and the newest ones, and an older one that is asked for", async () => {
  const shop = new TestShop({ attemptsPerHour: 100 });
  const first = await shop.gateway.start(hostedSaleInput());
  const firstForm = shop.lastForm;
  for (let index = 0; index < 30; index++)
    await shop.gateway.start({ ...hostedSaleInput(), amount: money(1000 + index, "USD") });
  const attemptsOf = async (attemptId?: string) => {
    const about = attemptId === undefined ? {} : { attemptId };
    const { attempts, attemptCount } = await shop.gateway.status({ reference: "order-1", ...about });
    return { attempts: attempts.map(({ number }) => number), attemptCount };
  };
  const newest = Array.from({ length: 10 }, (_, index) => index + 22);
  expect(await attemptsOf()).toEqual({ attempts: newest, attemptCount: 31 });
  expect(await attemptsOf(first.attemptId)).toEqual({ attempts: [1, ...newest], attemptCount: 31 });
  await shop.notify({}, firstForm);
  expect(await attemptsOf()).toEqual({ attempts: [1, ...newest], attemptCount: 31 });
});
