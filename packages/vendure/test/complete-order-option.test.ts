import { type CompleteOrder, PayIndexService } from "@pay-index/vendure";
import { OrderService } from "@vendure/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { readOrderRecord, sellProduct } from "./shop/catalog-and-orders.mts";
import { SubscriptionTestShop } from "./shop/subscriptions/subscription-test-shop.mts";
import type { TestShop } from "./shop/test-shop.mts";

// B-06: the shop chooses how a paid order is completed, on a real Vendure.

let complete: CompleteOrder;
let shop: SubscriptionTestShop;
let stage: TestShop;
let tea: string;
beforeAll(async () => {
  shop = await SubscriptionTestShop.open(await createSqljsDatabase(), {
    completeOrder: (request) => complete(request),
  });
  stage = shop.stage;
  tea = await sellProduct(stage.app, { name: "Tea", price: 1999 });
}, 120_000);
afterAll(() => stage?.close());

async function paidOrder(): Promise<string> {
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(tea);
  await buyer.start({ method: "hosted" });
  expect(await stage.paid(code)).toBe("200 OK");
  return code;
}

const paymentOf = (reference: string) => stage.app.get(PayIndexService).gateway.status({ reference });
const problemsOf = async (reference: string) =>
  (await paymentOf(reference)).reviewItems.map(({ kind, problem }) => [kind, problem.code, problem.message]);

const unplaced = { state: "ArrangingPayment", payments: [], allocated: 0 };

test("B-06: the shop's function completes the order, in the transaction that places it", async () => {
  const seen: unknown[] = [];
  complete = async ({ ctx, order, attemptId, amount, transactionId, completeByDefault }) => {
    seen.push([order.code, order.state, attemptId, amount, transactionId]);
    await completeByDefault();
    await stage.app.get(OrderService).updateCustomFields(ctx, order.id, {});
    return undefined;
  };
  const code = await paidOrder();
  const attemptId = await stage.attempt(code);
  const { state, payments } = await readOrderRecord(stage.app, code);
  expect([state, payments]).toMatchObject(["PaymentSettled", [{ amount: 1999, state: "Settled" }]]);
  const amount = { minor: 1999, currency: "USD" };
  expect(seen).toEqual([[code, "ArrangingPayment", attemptId, amount, payments[0]?.transactionId]]);
});

test("B-06: a function that refuses leaves the payment paid, with a review item, and a retry calls it again", async () => {
  complete = async ({ completeByDefault }) => {
    await completeByDefault();
    return { refused: "The seller is on holiday. Call the buyer." };
  };
  const code = await paidOrder();
  expect((await paymentOf(code)).state).toBe("paid");
  expect(await problemsOf(code)).toEqual([
    [
      "order-not-placed",
      "completion_refused",
      "The option completeOrder refused the order: The seller is on holiday. Call the buyer.",
    ],
  ]);
  // What the function did is rolled back.
  expect(await readOrderRecord(stage.app, code)).toMatchObject(unplaced);
  complete = async ({ completeByDefault }) => void (await completeByDefault());
  const { gateway } = stage.app.get(PayIndexService);
  const [item] = (await paymentOf(code)).reviewItems;
  await gateway.retryReviewItem(item?.id ?? "", { operator: { id: "1" } });
  expect(await readOrderRecord(stage.app, code)).toMatchObject({ state: "PaymentSettled" });
});

test("B-06: a function that throws rolls the order back, and runs again", async () => {
  let calls = 0;
  complete = async ({ completeByDefault }) => {
    await completeByDefault();
    calls++;
    throw new Error("The warehouse is away.");
  };
  const code = await paidOrder();
  expect((await paymentOf(code)).state).toBe("paid");
  expect(await readOrderRecord(stage.app, code)).toMatchObject(unplaced);
  expect(calls).toBe(1);
  const postponed = stage.logged.find((line) => line.includes("job-postponed") && line.includes(code));
  expect(postponed).toContain("The warehouse is away.");
});

test("B-06: a function that adds no payment is refused, and the order is not placed", async () => {
  complete = async () => undefined;
  const code = await paidOrder();
  expect(await problemsOf(code)).toEqual([
    ["order-not-placed", "order_mismatch", expect.stringContaining("added no settled payment")],
  ]);
  expect(await readOrderRecord(stage.app, code)).toMatchObject(unplaced);
});

test.each([
  ["cheapStart", 500],
  ["dearStart", 2999],
])(
  "B-06: the function for the first order on the plan %s gets the charged amount, and runs for no renewal (PLAN-FIRST)",
  async (plan, charged) => {
    const seen: unknown[] = [];
    complete = async ({ order, amount, completeByDefault }) => {
      seen.push([order.code, order.totalWithTax, amount]);
      await completeByDefault();
      return undefined;
    };
    const { code } = await shop.subscribed(await shop.onPlan(plan));
    const { renewals } = await shop.afterMonth(code);
    expect(renewals).toEqual([expect.any(String)]);
    expect(seen).toEqual([[code, charged, { minor: charged, currency: "USD" }]]);
  },
);
