import { expect, test } from "vitest";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";

/** Payments that are paid and cannot be placed. */
async function unplaced(references: readonly string[]) {
  const shop = new TestShop();
  const place = shop.placeOrder;
  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "Sold out." } });
  for (const reference of references) {
    await shop.gateway.start(hostedSaleInput(reference));
    await shop.notify({ transaction_id: reference }, shop.submissions.at(-1));
  }
  const items = await shop.gateway.reviewItems();
  const repair = () => {
    shop.placeOrder = place;
  };
  return { shop, items, repair };
}

test("one action resolves several items, and a failure of one does not stop the others", async () => {
  const { shop, items } = await unplaced(["a", "b", "c"]);
  const named = items.map(({ attemptId, id }) => ({ attemptId, reviewItemId: id }));
  const [first, second, third] = items.map(({ id }) => id);
  const wrong = { attemptId: named[1]?.attemptId ?? "", reviewItemId: "no such item" };
  const resolved = await shop.gateway.resolveReviewItems({
    reviewItems: [named[0] ?? wrong, wrong, named[2] ?? wrong],
    action: "dismiss",
    operator: exampleOperator,
    note: "Placed by hand.",
  });
  expect(resolved).toEqual([
    { reviewItemId: first },
    {
      reviewItemId: wrong.reviewItemId,
      problem: "This review item is no longer open. Reload the page to see how it was resolved.",
    },
    { reviewItemId: third },
  ]);
  expect((await shop.gateway.reviewItems()).map(({ id }) => id)).toEqual([second]);
});

test("several items are retried, and each has its own result", async () => {
  const { shop, items, repair } = await unplaced(["a", "b"]);
  repair();
  const ids = items.map(({ id }) => id);
  const retried = await shop.gateway.retryReviewItems({
    reviewItemIds: [...ids, "gone"],
    operator: exampleOperator,
  });
  expect(retried.map(({ result }) => result.outcome)).toEqual(["done", "done", "not-run"]);
  expect(await shop.gateway.reviewItems()).toEqual([]);
});

test.each([
  ["no items", [], "dismiss"],
  ["too many items", Array.from({ length: 101 }, () => ({ attemptId: "1", reviewItemId: "1" })), "dismiss"],
  ["no list", "all", "dismiss"],
  ["refunds, which have an amount each", [{ attemptId: "1", reviewItemId: "1" }], "record-refund"],
])("%s is refused, and nothing is recorded", async (_, reviewItems, action) => {
  const { shop } = await unplaced(["a"]);
  const bulk = { reviewItems, action, operator: exampleOperator, note: "Sold out." } as unknown as Parameters<
    typeof shop.gateway.resolveReviewItems
  >[0];
  await expect(shop.gateway.resolveReviewItems(bulk)).rejects.toMatchObject({ code: "resolution_invalid" });
  expect(await shop.gateway.reviewItems()).toHaveLength(1);
});
