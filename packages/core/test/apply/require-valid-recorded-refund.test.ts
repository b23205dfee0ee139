import { expect, test } from "vitest";
import { money, type ReviewResolutionRequest } from "../../src/index.ts";
import { refundedAmountOfPlacedOrder } from "../../src/payment/recorded-refunds.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";

async function paid() {
  const shop = new TestShop();
  const { attemptId } = await shop.gateway.start(hostedSaleInput());
  await shop.notify({ transaction_id: "T1" });
  const payment = async () => {
    const [found] = (await shop.gateway.status({ reference: "order-1" })).attempts;
    if (found === undefined) throw new Error("no payment");
    return found;
  };
  const refund = (minor: number, reference: string, more: Partial<ReviewResolutionRequest> = {}) =>
    shop.gateway.resolveReviewItem({
      attemptId,
      action: "record-refund",
      operator: exampleOperator,
      note: "Back office.",
      refund: { amount: money(minor, "USD"), reference },
      ...more,
    });
  return { shop, attemptId, payment, refund };
}

test("a refund is recorded with its amount and its reference, and the timeline shows both (B-45)", async () => {
  const { payment, refund } = await paid();
  await refund(500, " R-1 ");
  const { refunds, timeline, state } = await payment();
  expect(state).toBe("paid");
  expect(refunds).toEqual([
    {
      at: "2026-03-01T12:00:00.000Z",
      operator: exampleOperator,
      amount: money(500, "USD"),
      reference: "R-1",
      ofOrder: true,
    },
  ]);
  expect(timeline.at(-1)?.text).toMatch(/ recorded a refund of 5\.00 USD \(reference R-1\): Back office\.$/);
});

test("the refunds of an order are together at most what was paid (ENG-REFUND)", async () => {
  const { payment, refund } = await paid();
  await refund(500, "R-1");
  await expect(refund(1500, "R-2")).rejects.toMatchObject({
    code: "resolution_invalid",
    problems: [{ path: "refund.amount", message: expect.stringMatching(/at most 14\.99 USD/) }],
  });
  await refund(1499, "R-2");
  await expect(refund(1, "R-3")).rejects.toMatchObject({ code: "resolution_invalid" });
  expect(refundedAmountOfPlacedOrder(await payment())).toEqual(money(1999, "USD"));
});

test("two refunds that are recorded at the same moment are together at most what was paid", async () => {
  const { payment, refund } = await paid();
  const outcomes = await Promise.allSettled([refund(1500, "R-1"), refund(1500, "R-2")]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(refundedAmountOfPlacedOrder(await payment())).toEqual(money(1500, "USD"));
});

test("a reference can be recorded once only", async () => {
  const { payment, refund } = await paid();
  await refund(500, "R-1");
  await expect(refund(500, "R-1")).rejects.toMatchObject({ problems: [{ path: "refund.reference" }] });
  expect((await payment()).refunds).toHaveLength(1);
});

test.each<[string, Partial<ReviewResolutionRequest>, string]>([
  ["no money", { refund: { reference: "R" } as ReviewResolutionRequest["refund"] & object }, "refund.amount"],
  ["nothing", { refund: { amount: money(0, "USD"), reference: "R" } }, "refund.amount"],
  [
    "a part of a cent",
    { refund: { amount: { minor: 1.5, currency: "USD" }, reference: "R" } },
    "refund.amount.minor",
  ],
  ["another currency", { refund: { amount: money(500, "EUR"), reference: "R" } }, "refund.amount.currency"],
  ["an empty reference", { refund: { amount: money(500, "USD"), reference: "  " } }, "refund.reference"],
  [
    "a long reference",
    { refund: { amount: money(500, "USD"), reference: "r".repeat(101) } },
    "refund.reference",
  ],
  [
    "two lines as a reference",
    { refund: { amount: money(500, "USD"), reference: "a\nb" } },
    "refund.reference",
  ],
  ["null", { refund: null as unknown as ReviewResolutionRequest["refund"] & object }, "refund"],
  ["another action", { action: "dismiss" }, "refund"],
])("%s is refused, and nothing is recorded", async (_, more, path) => {
  const { payment, refund } = await paid();
  await expect(refund(500, "R-1", more)).rejects.toMatchObject({
    code: "resolution_invalid",
    problems: [{ path }],
  });
  expect((await payment()).refunds).toEqual([]);
});

test("a caller cannot decide if a refund belongs to the order", async () => {
  const { payment, refund } = await paid();
  const claimed = { amount: money(500, "USD"), reference: "R-1", ofOrder: false };
  await refund(500, "R-1", { refund: claimed });
  expect((await payment()).refunds).toMatchObject([{ ofOrder: true }]);
});

test("a refund of a second transaction does not belong to the order (B-45)", async () => {
  const { shop, payment, refund } = await paid();
  await shop.notify({ transaction_id: "T2" });
  const [item] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  expect(item?.kind).toBe("paid-twice");
  await refund(1999, "R-1", { reviewItemId: item?.id ?? "" });
  expect((await payment()).refunds).toMatchObject([{ ofOrder: false }]);
  expect(refundedAmountOfPlacedOrder(await payment())).toEqual(money(0, "USD"));
  await refund(1999, "R-2");
  expect(refundedAmountOfPlacedOrder(await payment())).toEqual(money(1999, "USD"));
});

test.each([
  ["more than was charged", money(2000, "USD"), "refund.amount"],
  ["another currency", money(1999, "EUR"), "refund.amount.currency"],
])("a refund of %s is refused for a payment without an order", async (_, given, path) => {
  const shop = new TestShop();
  shop.placeOrder = async () => ({ refused: { code: "cart_missing", message: "The cart is gone." } });
  const { attemptId } = await shop.gateway.start(hostedSaleInput());
  await shop.notify({ transaction_id: "T1" });
  const [item] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  const refund = { amount: given, reference: "R-1" };
  const resolution = {
    attemptId,
    action: "record-refund",
    operator: exampleOperator,
    note: "Checked.",
    refund,
  } as const;
  await expect(
    shop.gateway.resolveReviewItem({ ...resolution, reviewItemId: item?.id ?? "" }),
  ).rejects.toMatchObject({
    code: "resolution_invalid",
    problems: [{ path }],
  });
  const { reviewItems, attempts } = await shop.gateway.status({ reference: "order-1" });
  expect([reviewItems.map(({ kind }) => kind), attempts[0]?.refunds]).toEqual([["order-not-placed"], []]);
});

test("a refund is recorded with the amount that staff enter, also if another amount was asked for", async () => {
  const shop = new TestShop();
  const { attemptId } = await shop.gateway.start(hostedSaleInput());
  await shop.notify({ true_amount: "25.00", transaction_id: "T1" });
  const [item] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  expect(item?.kind).toBe("amount-mismatch");
  const refund = { amount: money(2500, "USD"), reference: "R-1" };
  const resolution = {
    attemptId,
    action: "record-refund",
    operator: exampleOperator,
    note: "Checked.",
    refund,
  } as const;
  await shop.gateway.resolveReviewItem({ ...resolution, reviewItemId: item?.id ?? "" });
  const [payment] = (await shop.gateway.status({ reference: "order-1" })).attempts;
  expect(payment?.refunds).toMatchObject([{ amount: money(2500, "USD"), ofOrder: false }]);
});

test("a refund of a payment without an order belongs to no order, and the buyer can pay again", async () => {
  const shop = new TestShop();
  shop.placeOrder = async () => ({ refused: { code: "cart_missing", message: "The cart is gone." } });
  const { attemptId } = await shop.gateway.start(hostedSaleInput());
  await shop.notify({ transaction_id: "T1" });
  const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
  const refund = { amount: money(1999, "USD"), reference: "R-1" };
  const resolution = {
    attemptId,
    action: "record-refund",
    operator: exampleOperator,
    note: "Checked.",
    refund,
  } as const;
  await shop.gateway.resolveReviewItem({ ...resolution, reviewItemId: reviewItems[0]?.id ?? "" });
  const { attempts, state } = await shop.gateway.status({ reference: "order-1" });
  expect([state, attempts[0]?.refunds]).toMatchObject(["refunded", [{ ofOrder: false }]]);
});

test("a refund cannot be recorded before a charge is known", async () => {
  const shop = new TestShop();
  const { attemptId } = await shop.gateway.start(hostedSaleInput());
  const refund = { amount: money(500, "USD"), reference: "R-1" };
  const resolution = {
    attemptId,
    action: "record-refund",
    operator: exampleOperator,
    note: "Checked.",
    refund,
  } as const;
  const refused = { code: "resolution_invalid", problems: [{ path: "reviewItemId" }] };
  await expect(shop.gateway.resolveReviewItem(resolution)).rejects.toMatchObject(refused);
  await shop.notify({ transaction_id: "T1" });
  expect((await shop.gateway.status({ reference: "order-1" })).attempts).toMatchObject([
    { state: "paid", refunds: [] },
  ]);
});

test("a refund of a payment without an order must name the review item of its charge, which limits its amount", async () => {
  const shop = new TestShop();
  shop.placeOrder = async () => ({ refused: { code: "cart_missing", message: "The cart is gone." } });
  const { attemptId } = await shop.gateway.start(hostedSaleInput());
  await shop.notify({ transaction_id: "T1" });
  const refund = { amount: money(9_999_900, "USD"), reference: "R-1" };
  const resolution = {
    attemptId,
    action: "record-refund",
    operator: exampleOperator,
    note: "Checked.",
    refund,
  } as const;
  await expect(shop.gateway.resolveReviewItem(resolution)).rejects.toMatchObject({
    problems: [{ path: "reviewItemId" }],
  });
  expect((await shop.gateway.status({ reference: "order-1" })).reviewItems).toHaveLength(1);
});

test("a refund of a placed order needs an amount and a reference if the shop syncs refunds", async () => {
  const { shop, attemptId, payment, refund } = await paid();
  const resolution = {
    attemptId,
    action: "record-refund",
    operator: exampleOperator,
    note: "Back office.",
  } as const;
  shop.syncRefunds = async () => ({ done: true });
  await expect(shop.gateway.resolveReviewItem(resolution)).rejects.toMatchObject({
    code: "resolution_invalid",
    problems: [{ path: "refund", message: expect.stringMatching(/^is required: send `refund` with /) }],
  });
  await refund(1999, "R-1");
  // Nothing is left that another refund could be of.
  await shop.gateway.resolveReviewItem(resolution);
  expect((await payment()).refunds).toHaveLength(1);
});
