import { describe, expect, test } from "vitest";
import type { PlacedAnswer } from "../../src/entries/adapter.ts";
import { PayIndexError, type ReviewResolutionRequest } from "../../src/index.ts";
import { resolve } from "../fixtures/staff.ts";
import { startPayment } from "../fixtures/start-payment.ts";
import { hostedSaleInput } from "../fixtures/test-shop.ts";
import { exampleOperator, otherExampleOperator } from "../payment/example-facts.ts";

test("placeOrder is repeated with growing pauses if it throws, and given up after ten tries (B-03, B-38)", async () => {
  const shop = await startPayment();
  let tries = 0;
  shop.placeOrder = async () => {
    tries++;
    throw new Error("database is locked");
  };
  expect(await shop.notify()).toMatchObject({ body: "OK" });
  await shop.gateway.sweep();
  expect(tries).toBe(1);
  for (let n = 0; n < 20; n++) await shop.sweepAfter(3600);
  expect(tries).toBe(10);
  expect(await shop.itemKinds()).toContain("order-not-placed");
  expect(await shop.state()).toBe("paid");
});

test("a job whose attempt a later release has written waits for that release, and is never given up", async () => {
  const shop = await startPayment();
  const { placeOrder } = shop;
  const findAttempt = shop.store.findAttempt.bind(shop.store);
  shop.placeOrder = () => Promise.reject(new Error("database is locked"));
  await shop.notify();
  shop.placeOrder = placeOrder;
  shop.store.findAttempt = () => Promise.reject(new PayIndexError("record_unreadable", "of version 2"));
  for (let n = 0; n < 20; n++) await shop.sweepAfter(3600);
  shop.store.findAttempt = findAttempt;
  expect(await shop.itemKinds()).toEqual([]);
  await shop.sweepAfter(3600);
  expect(shop.placed).toHaveLength(1);
});

describe("an order that cannot be placed (B-19)", () => {
  async function unplaced() {
    const shop = await startPayment();
    shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "The last one was sold." } });
    await shop.notify();
    const [item] = await shop.gateway.reviewItems();
    if (item === undefined) throw new Error("there is no item");
    const decide = (more: Partial<ReviewResolutionRequest> = {}) =>
      resolve(shop, "record-refund", { operator: otherExampleOperator, note: "Given back.", ...more });
    return { shop, item, decide };
  }

  test("keeps its review item if an action resolves another item of the payment", async () => {
    const { shop, item, decide } = await unplaced();
    await shop.notify({ transaction_id: "t2" });
    await decide({});
    expect(await shop.itemKinds()).toEqual(["order-not-placed"]);
    await shop.notify({ transaction_id: "t3" });
    await resolve(shop, "record-refund", { kind: "paid-twice" });
    expect((await shop.gateway.reviewItems()).map(({ id }) => id)).toEqual([item.id]);
  });

  test("cannot be accepted again, or resolved by an item of another payment", async () => {
    const { shop, item, decide } = await unplaced();
    await expect(decide({ action: "accept", reviewItemId: item.id })).rejects.toMatchObject({
      code: "resolution_invalid",
    });
    for (const reviewItemId of ["no-such-item", 7 as never])
      await expect(decide({ reviewItemId })).rejects.toMatchObject({ code: "review_item_outdated" });
    await shop.gateway.start(hostedSaleInput("order-2"));
    const attemptId = shop.lastForm.get("pay_orderid") ?? "";
    await expect(decide({ attemptId, reviewItemId: item.id })).rejects.toMatchObject({
      code: "review_item_outdated",
      message: "This review item is no longer open. Reload the page to see how it was resolved.",
    });
    expect(await shop.itemKinds()).toEqual(["order-not-placed"]);
  });

  test("cannot be recorded as refunded while a retry places the order", async () => {
    const { shop, item, decide } = await unplaced();
    let place: (applied: PlacedAnswer) => void = () => {};
    const begun = new Promise<void>((resolve) => {
      shop.placeOrder = () => {
        resolve();
        return new Promise((applied) => {
          place = applied;
        });
      };
    });
    const placing = shop.gateway.retryReviewItem(item.id, { operator: exampleOperator });
    await begun;
    await expect(decide({ reviewItemId: item.id })).rejects.toMatchObject({
      code: "review_item_outdated",
      message:
        "This review item is already resolved, or is being processed. Reload the page to see its state.",
    });
    place({ placed: { id: "late-order" } });
    await placing;
    const status = await shop.gateway.status({ reference: "order-1" });
    expect(status.placedOrder).toMatchObject({ id: "late-order" });
    const byStaff = status.attempts[0]?.timeline.filter(({ source }) => source === "operator");
    expect(byStaff?.map(({ text }) => text)).toEqual([
      "user_1 (Grace) retried the review item order-not-placed.",
    ]);
  });
});
