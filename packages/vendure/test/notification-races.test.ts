import { PayIndexService } from "@pay-index/vendure";
import { Order, TransactionalConnection } from "@vendure/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lockRowsWithManager } from "../src/lock-rows.ts";
import { createPostgresDatabase } from "./conformance/test-database.mts";
import type { Buyer } from "./shop/buyer.mts";
import { readOrderRecord, sellProduct } from "./shop/catalog-and-orders.mts";
import { createCoupon, createShippingMethod } from "./shop/promotions.mts";
import { RowLock } from "./shop/row-lock.mts";
import { StaffMember } from "./shop/staff-member.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

let stage: TestShop;
let rowLock: RowLock;
let tea: string;
let cup: string;
beforeAll(async () => {
  const place = await createPostgresDatabase();
  rowLock = await RowLock.open(place);
  stage = await openTestShop({ place });
  await createCoupon(stage.app, { code: "HALF", percent: 50 });
  await createShippingMethod(stage.app, 1500);
  tea = await sellProduct(stage.app, { name: "Tea", price: 1999, stock: 10_000 });
  cup = await sellProduct(stage.app, { name: "Cup", price: 500, stock: 10_000 });
}, 120_000);
afterAll(async () => {
  await rowLock?.close();
  await stage?.close();
});

/** What changes what is owed, or who has paid it. The buyer is back in the cart. */
const changes: Record<string, (buyer: Buyer) => Promise<unknown>> = {
  "adds another thing": (buyer) =>
    buyer.raw(`mutation { addItemToOrder(productVariantId: "${cup}", quantity: 1) { __typename } }`),
  "takes two of it": async (buyer) => {
    const { lines } = await buyer.ask("{ activeOrder { lines { id } } }");
    return buyer.raw(
      `mutation { adjustOrderLine(orderLineId: "${lines[0].id}", quantity: 2) { __typename } }`,
    );
  },
  "empties the cart": (buyer) => buyer.raw("mutation { removeAllOrderLines { __typename } }"),
  "chooses the dear delivery": async (buyer) => {
    const methods = await buyer.ask("{ eligibleShippingMethods { id price } }");
    const { id } = methods.find(({ price }: { price: number }) => price > 0);
    return buyer.raw(`mutation { setOrderShippingMethod(shippingMethodId: ["${id}"]) { __typename } }`);
  },
  "takes a coupon that takes something off": (buyer) =>
    buyer.raw('mutation { applyCouponCode(couponCode: "HALF") { __typename } }'),
  "becomes somebody else": (buyer) =>
    buyer.raw(
      "mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) { __typename } }",
      { input: { firstName: "Eve", lastName: "Else", emailAddress: "eve@example.com" } },
    ),
};

describe("a buyer changes the cart while the notification places the order (B-11, B-20)", () => {
  for (const [what, change] of Object.entries(changes))
    test.each(["notification", "other"] as const)(`${what}: the %s is first`, async (first) => {
      const { buyer, code } = await startOrder();
      await buyer.goTo("AddingItems");
      await race(code, first, () => change(buyer));
      await expectPaidOnceOrReviewItem(code);
      if (first === "notification") expect((await readOrderDetail(code)).customer).toBe("ada@example.com");
    });
});

test.each(["notification", "other"] as const)(
  "staff cancel the order with a reason while the notification places it: the %s is first (B-25)",
  async (first) => {
    const staff = await StaffMember.signIn(stage.origin);
    const { code } = await startOrder();
    const { id } = await readOrderDetail(code);
    const cancel = `mutation { cancelOrder(input: { orderId: "${id}", reason: "mistake" }) { __typename } }`;
    await race(code, first, () => staff.ask(cancel).catch(String));
    const { state, payments, allocated } = await readOrderRecord(stage.app, code);
    const items = await itemsOf(code);
    if (payments.length === 0) expect([state, items]).toEqual(["Cancelled", ["order_cancelled"]]);
    else expect([payments.map(({ amount }) => amount), items]).toEqual([[1999], []]);
    expect(allocated).toBeLessThanOrEqual(1);
  },
);

test("placing an order starts again at once if Postgres aborts it in a deadlock (B-28)", async () => {
  const { code } = await startOrder();
  const { id } = await readOrderDetail(code);
  const { stranger } = rowLock;
  await stranger.query("BEGIN");
  // Who looks for a deadlock first is the one that is ended.
  await stranger.query("SET LOCAL deadlock_timeout = '60s'");
  await stranger.query('SELECT id FROM order_line WHERE "orderId" = $1 FOR UPDATE', [id]);
  const told = stage.paid(code);
  await rowLock.waiting(() => 1);
  await stranger.query('SELECT id FROM "order" WHERE id = $1 FOR UPDATE', [id]);
  await stranger.query("COMMIT");
  expect(await told).toBe("200 OK");
  expect(await readOrderRecord(stage.app, code)).toMatchObject({
    state: "PaymentSettled",
    payments: [{ amount: 1999 }],
  });
  expect(stage.logged.filter((line) => line.includes("job-postponed") && line.includes(code))).toEqual([]);
});

test("rows that are read outside a transaction are not locked", async () => {
  const { rawConnection } = stage.app.get(TransactionalConnection);
  expect(await lockRowsWithManager(rawConnection.manager, { entity: Order, ids: [1] })).toMatchObject([
    { id: 1 },
  ]);
});

async function startOrder(): Promise<{ buyer: Buyer; code: string }> {
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(tea);
  await buyer.start({ method: "hosted" });
  return { buyer, code };
}

/** Both come to the order in the same moment, one before the other. */
function race(code: string, first: "notification" | "other", other: () => Promise<unknown>): Promise<void> {
  const acts = [() => stage.paid(code), other];
  return rowLock.meetAt(code, first === "notification" ? acts : acts.reverse());
}

async function itemsOf(reference: string) {
  const { reviewItems } = await stage.app.get(PayIndexService).gateway.status({ reference });
  return reviewItems.map(({ problem }) => problem?.code);
}

async function readOrderDetail(code: string): Promise<{ id: string; customer: string | undefined }> {
  const orders = stage.app.get(TransactionalConnection).rawConnection.getRepository(Order);
  const { id, customer } = await orders.findOneOrFail({ where: { code }, relations: { customer: true } });
  return { id: String(id), customer: customer?.emailAddress };
}

/** Placed for exactly what was paid, or not placed, with the money before staff. */
async function expectPaidOnceOrReviewItem(code: string): Promise<void> {
  const { state, total, payments, allocated } = await readOrderRecord(stage.app, code);
  const items = await itemsOf(code);
  if (payments.length === 0)
    expect({ state, allocated, items }).toEqual({
      state: "AddingItems",
      allocated: 0,
      items: ["order_changed"],
    });
  else
    expect({ state, total, paid: payments.map(({ amount }) => amount), allocated, items }).toEqual({
      state: "PaymentSettled",
      total: 1999,
      paid: [1999],
      allocated: 1,
      items: [],
    });
}
