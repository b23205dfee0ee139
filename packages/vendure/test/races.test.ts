import { PayIndexService } from "@pay-index/vendure";
import {
  LanguageCode,
  Order,
  PromotionService,
  ShippingMethodService,
  TransactionalConnection,
} from "@vendure/core";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lockRowBy } from "../src/lock-row.ts";
import { postgresPlace } from "./conformance/place.mts";
import { bookOf, contextOf, sell } from "./shop/books.mts";
import type { Buyer } from "./shop/buyer.mts";
import { Staff } from "./shop/staff.mts";
import { openStage, type Stage } from "./shop/stage.mts";

let stage: Stage;
let tea: string;
let cup: string;
/** Somebody who keeps the order's row for a moment, and somebody who looks on. */
let stranger: Client;
let onlooker: Client;
beforeAll(async () => {
  const place = await postgresPlace();
  if (place.database.kind !== "postgres") throw new Error("no Postgres");
  stranger = new Client({ connectionString: place.database.url });
  onlooker = new Client({ connectionString: place.database.url });
  await stranger.connect();
  await onlooker.connect();
  stage = await openStage({ place });
  await makeCoupon(stage, "TEA", "0");
  await makeCoupon(stage, "HALF", "50");
  await makeDelivery(stage, 1500);
  tea = await sell(stage.app, { name: "Tea", price: 1999, stock: 10_000 });
  cup = await sell(stage.app, { name: "Cup", price: 500, stock: 10_000 });
}, 120_000);
afterAll(async () => {
  await stranger?.end();
  await onlooker?.end();
  await stage?.close();
});

/** One that takes nothing off leaves the price what was paid. */
async function makeCoupon({ app }: Stage, couponCode: string, percent: string): Promise<void> {
  const discount = { code: "order_percentage_discount", arguments: [{ name: "discount", value: percent }] };
  await app.get(PromotionService).createPromotion(await contextOf(app), {
    enabled: true,
    couponCode,
    conditions: [],
    actions: [discount],
    translations: [{ languageCode: LanguageCode.en, name: couponCode }],
  });
}

async function makeDelivery({ app }: Stage, rate: number): Promise<void> {
  await app.get(ShippingMethodService).create(await contextOf(app), {
    code: "dear",
    fulfillmentHandler: "manual-fulfillment",
    checker: {
      code: "default-shipping-eligibility-checker",
      arguments: [{ name: "orderMinimum", value: "0" }],
    },
    calculator: {
      code: "default-shipping-calculator",
      arguments: [
        { name: "rate", value: String(rate) },
        { name: "includesTax", value: "auto" },
        { name: "taxRate", value: "0" },
      ],
    },
    translations: [{ languageCode: LanguageCode.en, name: "Dear", description: "" }],
  });
}

/** What a buyer may be doing at the very moment. */
const deeds: Record<string, (buyer: Buyer) => Promise<unknown>> = {
  "goes back to the cart": (buyer) => buyer.goTo("AddingItems"),
  "changes the address": (buyer) =>
    buyer.raw(
      "mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { __typename } }",
      { input: { fullName: "Ada King", streetLine1: "Elsewhere", countryCode: "GB" } },
    ),
  "applies a coupon": (buyer) => buyer.raw('mutation { applyCouponCode(couponCode: "TEA") { __typename } }'),
};

/** Resolves when so many transactions wait for a lock in this database. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await onlooker.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (rows[0].n >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe("a buyer acts while the notification places the order (B-11, B-20)", () => {
  for (const [what, deed] of Object.entries(deeds))
    for (const first of ["notification", "buyer"] as const)
      test(`${what}: the ${first} is first`, async () => {
        const buyer = stage.buyer();
        const code = await buyer.isReadyToPay(tea);
        await buyer.start({ method: "hosted" });
        await stranger.query("BEGIN");
        await stranger.query('SELECT id FROM "order" WHERE code = $1 FOR UPDATE', [code]);
        const acts = { notification: () => stage.paid(code), buyer: () => deed(buyer) };
        const one = acts[first]();
        await waiting(1);
        const other = acts[first === "buyer" ? "notification" : "buyer"]();
        await Promise.race([waiting(2), other]);
        await stranger.query("COMMIT");
        await Promise.all([one, other]);
        expect(await bookOf(stage.app, code)).toMatchObject({
          state: "PaymentSettled",
          active: false,
          payments: [{ amount: 1999 }],
          allocated: 1,
        });
      });
});

/** What changes what is owed, or who has paid it. The buyer is back in the cart. */
const changes: Record<string, (buyer: Buyer, id: string) => Promise<unknown>> = {
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
    for (const first of ["notification", "buyer"] as const)
      test(`${what}: the ${first} is first`, async () => {
        const buyer = stage.buyer();
        const code = await buyer.isReadyToPay(tea);
        await buyer.start({ method: "hosted" });
        await buyer.goTo("AddingItems");
        await meanwhile(code, first, {
          notification: () => stage.paid(code),
          other: () => change(buyer, code),
        });
        await paidOnceOrLeftToStaff(code);
        const { customer } = await detailOf(code);
        if (first === "notification") expect(customer).toBe("ada@example.com");
      });
});

const byStaff: Record<string, (staff: Staff, id: string) => Promise<unknown>> = {
  "cancels the order": (staff, id) =>
    staff.ask(`mutation { cancelOrder(input: { orderId: "${id}", reason: "mistake" }) { __typename } }`),
  "moves it to Cancelled": (staff, id) =>
    staff.ask(`mutation { transitionOrderToState(id: "${id}", state: "Cancelled") { __typename } }`),
};

describe("staff act while the notification places the order (B-25)", () => {
  for (const [what, deed] of Object.entries(byStaff))
    for (const first of ["notification", "other"] as const)
      test(`somebody ${what}: the ${first} is first`, async () => {
        const staff = await Staff.signIn(stage.origin);
        const buyer = stage.buyer();
        const code = await buyer.isReadyToPay(tea);
        await buyer.start({ method: "hosted" });
        const { id } = await detailOf(code);
        await meanwhile(code, first, {
          notification: () => stage.paid(code),
          other: () => deed(staff, id).catch(String),
        });
        const { state, payments, allocated } = await bookOf(stage.app, code);
        const { items } = await statusOf(code);
        if (payments.length === 0)
          expect([state, items[0]?.problem?.code]).toEqual(["Cancelled", "order_cancelled"]);
        else expect([payments.map(({ amount }) => amount), items]).toEqual([[1999], []]);
        expect(allocated).toBeLessThanOrEqual(1);
      });

  for (const first of ["notification", "other"] as const)
    test(`somebody books a payment by hand: the ${first} is first`, async () => {
      const staff = await Staff.signIn(stage.origin);
      const buyer = stage.buyer();
      const code = await buyer.isReadyToPay(tea);
      await buyer.start({ method: "hosted" });
      const { id } = await detailOf(code);
      const byHand = () =>
        staff
          .ask(
            `mutation { addManualPaymentToOrder(input: { orderId: "${id}", method: "cash", transactionId: "1", metadata: {} }) { __typename } }`,
          )
          .catch(String);
      await meanwhile(code, first, { notification: () => stage.paid(code), other: byHand });
      const { state, payments, allocated } = await bookOf(stage.app, code);
      const { items } = await statusOf(code);
      expect([state, allocated]).toEqual(["PaymentSettled", 1]);
      // Whoever comes second is on record, too.
      if (first === "other") expect([payments.length, items[0]?.problem?.code]).toEqual([1, "order_placed"]);
      else expect(payments.map(({ method }) => method)).toContain("hosted");
    });
});

test("of two that wait for each other Postgres ends one: when it is ours, it begins again at once (B-28)", async () => {
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(tea);
  await buyer.start({ method: "hosted" });
  const { id } = await detailOf(code);
  await stranger.query("BEGIN");
  // Who looks for a deadlock first is the one that is ended.
  await stranger.query("SET LOCAL deadlock_timeout = '60s'");
  await stranger.query('SELECT id FROM order_line WHERE "orderId" = $1 FOR UPDATE', [id]);
  const told = stage.paid(code);
  await waiting(1);
  await stranger.query('SELECT id FROM "order" WHERE id = $1 FOR UPDATE', [id]);
  await stranger.query("COMMIT");
  expect(await told).toBe("200 OK");
  expect(await bookOf(stage.app, code)).toMatchObject({
    state: "PaymentSettled",
    payments: [{ amount: 1999 }],
  });
  expect(stage.logged.filter((line) => line.includes("work-postponed") && line.includes(code))).toEqual([]);
});

test("outside of a transaction rows are read, and nothing is locked that nobody would let go", async () => {
  const { rawConnection } = stage.app.get(TransactionalConnection);
  expect(await lockRowBy(rawConnection.manager, { entity: Order, ids: [1] })).toMatchObject([{ id: 1 }]);
});

async function statusOf(reference: string) {
  return stage.app.get(PayIndexService).gateway.status({ reference });
}

async function detailOf(code: string): Promise<{ id: string; customer: string }> {
  const { rows } = await onlooker.query(
    'SELECT o.id, c."emailAddress" AS customer FROM "order" o LEFT JOIN customer c ON c.id = o."customerId" WHERE o.code = $1',
    [code],
  );
  return { id: String(rows[0].id), customer: rows[0].customer };
}

/** Both wait for the order's row, one after the other, and are let go. */
async function meanwhile(
  code: string,
  first: "notification" | "buyer" | "other",
  acts: { notification(): Promise<unknown>; other(): Promise<unknown> },
): Promise<void> {
  await stranger.query("BEGIN");
  await stranger.query('SELECT id FROM "order" WHERE code = $1 FOR UPDATE', [code]);
  const [one, two] =
    first === "notification" ? [acts.notification, acts.other] : [acts.other, acts.notification];
  const begun = one();
  await Promise.race([waiting(1), begun]);
  const next = two();
  await Promise.race([waiting(2), next]);
  await stranger.query("COMMIT");
  await Promise.all([begun, next]);
}

/** Placed for exactly what was paid, or not placed, with the money before staff. */
async function paidOnceOrLeftToStaff(code: string): Promise<void> {
  const { state, total, payments, allocated } = await bookOf(stage.app, code);
  const { items } = await statusOf(code);
  if (payments.length === 0)
    expect([state, allocated, items.map(({ problem }) => problem?.code)]).toEqual([
      "AddingItems",
      0,
      ["order_changed"],
    ]);
  else
    expect({ state, total, paid: payments.map(({ amount }) => amount), allocated, items }).toEqual({
      state: "PaymentSettled",
      total: 1999,
      paid: [1999],
      allocated: 1,
      items: [],
    });
}
