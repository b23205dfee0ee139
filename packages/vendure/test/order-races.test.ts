import { isMariadbInstalled } from "@pay-index/embedded-postgres";
import { EventBus, Order, OrderPlacedEvent, OrderService } from "@vendure/core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { lockRowsWithManager } from "../src/lock-rows.ts";
import {
  createMariadbShopDatabase,
  createPostgresDatabase,
  type TestDatabase,
} from "./conformance/test-database.mts";
import { createCustomer, readOrderRecord } from "./shop/catalog-and-orders.mts";
import { createCoupon } from "./shop/promotions.mts";
import { RowLock } from "./shop/row-lock.mts";
import { openTestShop, type StartedOrder, type TestShop } from "./shop/test-shop.mts";

let shop: TestShop;
let rowLock: RowLock;
const placings: string[] = [];
async function openShop(place: TestDatabase): Promise<void> {
  placings.length = 0;
  rowLock = await RowLock.open(place);
  shop = await openTestShop({ place });
  shop.app
    .get(EventBus)
    .ofType(OrderPlacedEvent)
    .subscribe(({ order }) => placings.push(order.code));
  await createCoupon(shop.app, { code: "TEA", percent: 0 });
  ({ login } = await createCustomer(shop.app, "countess@example.com"));
}

const databases = [
  { name: "Postgres", create: createPostgresDatabase, isHere: true },
  { name: "MariaDB, if it is installed", create: createMariadbShopDatabase, isHere: isMariadbInstalled },
];

/** Of somebody with an account. */
let login: Awaited<ReturnType<typeof createCustomer>>["login"];

interface RaceOutcome {
  readonly order: object;
  readonly items: readonly string[];
}

interface Race {
  readonly title: string;
  /** Once the payment is started. */
  before?(at: StartedOrder): Promise<unknown>;
  deed(at: StartedOrder): Promise<unknown>;
  /** What becomes of the order, by who is first. */
  readonly notification?: RaceOutcome;
  readonly other?: RaceOutcome;
}

const gateway = expect.objectContaining({ amount: 1999, method: "hosted" });
const placed: RaceOutcome = {
  order: { state: "PaymentSettled", active: false, total: 1999, payments: [gateway], allocated: 1 },
  items: [],
};
const unpaid = { payments: [], allocated: 0 };
const changed: RaceOutcome = {
  order: { state: "AddingItems", active: true, ...unpaid },
  items: ["order_changed"],
};
const cancelled: RaceOutcome = { order: { state: "Cancelled", ...unpaid }, items: ["order_cancelled"] };

const move =
  "mutation ($id: ID!, $state: String!) { transitionOrderToState(id: $id, state: $state) { __typename } }";
const pay = `mutation ($id: ID!) { addManualPaymentToOrder(input: { orderId: $id, method: "cash", transactionId: "7", metadata: {} }) {
  __typename } }`;
/** Staff may be told that it cannot be. */
const runAsStaff = (text: string, variables: object = {}) =>
  shop.staff.ask(text, variables).catch((error: Error) => error);
const manual = expect.objectContaining({ amount: 1999, method: "cash" });
const modifying: RaceOutcome = {
  order: { state: "Modifying", active: false, payments: [manual], allocated: 1 },
  items: ["order_placed"],
};

/** A buyer who changes the cart, after the attempt was started. */
const inCart = (title: string, deed: Race["deed"]): Race => ({
  ...{ title, deed },
  before: ({ buyer }) => buyer.goTo("AddingItems"),
});

/** What a buyer and staff may be doing at the very moment. */
const races: Record<string, Race> = {
  "cart-reopened": {
    title: "the buyer goes back to the cart",
    deed: ({ buyer }) => buyer.goTo("AddingItems"),
  },
  "cart-grows": {
    ...inCart("the buyer puts more into the cart", async ({ buyer }) =>
      buyer.raw("mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { __typename } }", {
        id: await shop.tea(),
      }),
    ),
    other: { ...changed, order: { ...changed.order, total: 3998 } },
  },
  "address-changed": {
    title: "the buyer changes the address",
    deed: ({ buyer }) =>
      buyer.raw(
        "mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { __typename } }",
        { input: { fullName: "Ada King", streetLine1: "Elsewhere", countryCode: "GB" } },
      ),
  },
  "coupon-applied": {
    title: "the buyer applies a coupon",
    deed: ({ buyer }) => buyer.raw('mutation { applyCouponCode(couponCode: "TEA") { __typename } }'),
  },
  "login-meanwhile": {
    title: "the buyer logs in",
    deed: ({ buyer }) => buyer.logIn(...login).catch(() => undefined),
  },
  "staff-cancel": {
    title: "staff cancel the order",
    deed: ({ orderId }) => runAsStaff(move, { id: orderId, state: "Cancelled" }),
    other: cancelled,
  },
  "staff-cancel-reason": {
    title: "staff cancel the order with a reason",
    deed: ({ orderId }) =>
      runAsStaff(
        `mutation { cancelOrder(input: { orderId: "${orderId}", reason: "mistake" }) { __typename } }`,
      ),
    notification: { order: { payments: [gateway] }, items: [] },
    other: cancelled,
  },
  "staff-take-cash": {
    title: "staff add a payment by hand",
    deed: ({ orderId }) => runAsStaff(pay, { id: orderId }),
    // Vendure books what staff say they have, on an order as they saw it: both are on record, and one is to be given back.
    notification: {
      order: { ...placed.order, payments: expect.arrayContaining([manual, gateway]) },
      items: [],
    },
    other: { order: { ...placed.order, payments: [manual] }, items: ["order_placed"] },
  },
  "staff-modify": {
    title: "staff begin to modify the order, which was paid by hand",
    before: ({ orderId }) => shop.staff.ask(pay, { id: orderId }),
    deed: ({ orderId }) => runAsStaff(move, { id: orderId, state: "Modifying" }),
    notification: modifying,
    other: modifying,
  },
};

const problemsOf = async (code: string) => (await shop.problemsOf(code)).map(([, problem]) => problem);

/** Both come to the order in the same moment, one before the other. */
function meetAt(code: string, first: "notification" | "other", deed: () => Promise<unknown>): Promise<void> {
  const acts = [() => shop.paid(code), deed];
  return rowLock.meetAt(code, first === "notification" ? acts : acts.reverse());
}

describe.each(databases.filter(({ isHere }) => isHere))("on $name", ({ create }) => {
  beforeAll(async () => openShop(await create()), 120_000);
  afterAll(async () => {
    await rowLock?.close();
    await shop?.close();
  });

  for (const [id, race] of Object.entries(races))
    describe(`${id}: ${race.title} while the notification places the order (B-11, B-20)`, () => {
      test.each(["notification", "other"] as const)("the %s is first", async (first) => {
        const at = await shop.startOrder();
        await race.before?.(at);
        await meetAt(at.code, first, () => race.deed(at));
        const { order, items } = race[first] ?? placed;
        expect(await readOrderRecord(shop.app, at.code)).toMatchObject(order);
        expect(await problemsOf(at.code)).toEqual(items);
        expect(placings.filter((code) => code === at.code).length).toBeLessThanOrEqual(1);
      });
    });

  describe("other races", () => {
    // On MariaDB, conflicts.test.ts shows it: it decides otherwise who is ended.
    test.runIf(create === createPostgresDatabase)(
      "placing an order starts again at once if Postgres aborts it in a deadlock (B-28)",
      async () => {
        const { code, orderId } = await shop.startOrder();
        const { stranger } = rowLock;
        await stranger.query("BEGIN");
        // Who looks for a deadlock first is the one that is ended.
        await stranger.query("SET LOCAL deadlock_timeout = '60s'");
        await stranger.query(`SELECT id FROM order_line WHERE "orderId" = ${orderId} FOR UPDATE`);
        const told = shop.paid(code);
        await rowLock.waiting(() => 1);
        await stranger.query(`SELECT id FROM "order" WHERE id = ${orderId} FOR UPDATE`);
        await stranger.query("COMMIT");
        expect(await told).toBe("200 OK");
        expect(await readOrderRecord(shop.app, code)).toMatchObject({
          state: "PaymentSettled",
          payments: [{ amount: 1999 }],
        });
        expect(shop.logged.filter((line) => line.includes("job-postponed") && line.includes(code))).toEqual(
          [],
        );
      },
    );

    test("rows that are read outside a transaction are not locked", async () => {
      const { manager } = shop.connection.rawConnection;
      expect(await lockRowsWithManager(manager, { entity: Order, ids: [1] })).toMatchObject([{ id: 1 }]);
    });

    test("a refund that staff record while the sweep syncs another one is in Vendure once", async () => {
      const { code, orderId, attemptId } = await shop.payOrder();
      const about = { attemptId, action: "record-refund", note: "Back office." };
      const record = (amount: string, reference: string) =>
        shop.staff.desk("attempts/resolve", { ...about, refund: { amount, reference } });
      const death = vi
        .spyOn(shop.app.get(OrderService), "refundOrder")
        .mockRejectedValue(new Error("The process ended."));
      await record("5", "R-1");
      death.mockRestore();
      // Both know of both refunds, and come to the order one after the other.
      await rowLock.meetAt(code, [() => record("3", "R-2"), () => shop.sweep(code)]);
      const refunds = await shop.refundsOf({ orderId });
      expect(refunds.map(({ transactionId, total }) => [transactionId, total]).sort()).toEqual([
        ["R-1", 500],
        ["R-2", 300],
      ]);
    });
  });
});
