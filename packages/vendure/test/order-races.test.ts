import { PayIndexService } from "@pay-index/vendure";
import { CustomerService, EventBus, Order, OrderPlacedEvent, TransactionalConnection } from "@vendure/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPostgresDatabase } from "./conformance/test-database.mts";
import type { Buyer } from "./shop/buyer.mts";
import { createContext, readOrderRecord, sellProduct } from "./shop/catalog-and-orders.mts";
import { createCoupon } from "./shop/promotions.mts";
import { RowLock } from "./shop/row-lock.mts";
import { StaffMember } from "./shop/staff-member.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

let stage: TestShop;
let rowLock: RowLock;
let staff: StaffMember;
let tea: string;
const placings: string[] = [];
beforeAll(async () => {
  const place = await createPostgresDatabase();
  rowLock = await RowLock.open(place);
  stage = await openTestShop({ place });
  stage.app
    .get(EventBus)
    .ofType(OrderPlacedEvent)
    .subscribe(({ order }) => placings.push(order.code));
  staff = await StaffMember.signIn(stage.origin);
  await createCoupon(stage.app, { code: "TEA", percent: 0 });
  await makeCustomer(stage);
  tea = await sellProduct(stage.app, { name: "Tea", price: 1999, stock: 10_000 });
}, 120_000);
afterAll(async () => {
  await rowLock?.close();
  await stage?.close();
});

const countess = { username: "countess@example.com", password: "tea-with-milk" };

async function makeCustomer({ app }: TestShop): Promise<void> {
  const customer = { emailAddress: countess.username, firstName: "Ada", lastName: "King" };
  await app.get(CustomerService).create(await createContext(app), customer, countess.password);
}

/** An order that is ready to be paid, and who may lay hands on it. */
interface RaceOrder {
  readonly buyer: Buyer;
  readonly code: string;
  readonly id: string;
}

interface RaceOutcome {
  readonly order: object;
  readonly items: readonly string[];
}

interface Race {
  readonly title: string;
  /** Once the payment is started. */
  before?(at: RaceOrder): Promise<unknown>;
  deed(at: RaceOrder): Promise<unknown>;
  /** What becomes of the order, by who is first. */
  readonly notification?: RaceOutcome;
  readonly other?: RaceOutcome;
}

const gateway = expect.objectContaining({ amount: 1999, method: "hosted" });
const placed: RaceOutcome = {
  order: { state: "PaymentSettled", active: false, payments: [gateway], allocated: 1 },
  items: [],
};
const unpaid = { payments: [], allocated: 0 };

const move =
  "mutation ($id: ID!, $state: String!) { transitionOrderToState(id: $id, state: $state) { __typename } }";
const pay = `mutation ($id: ID!) { addManualPaymentToOrder(input: { orderId: $id, method: "cash", transactionId: "7", metadata: {} }) {
  __typename } }`;
/** Staff may be told that it cannot be. */
const runAsStaff = (text: string, variables: object) =>
  staff.ask(text, variables).catch((error: Error) => error);
const manual = expect.objectContaining({ amount: 1999, method: "cash" });

/** What a buyer and staff may be doing at the very moment. */
const races: Record<string, Race> = {
  "cart-reopened": {
    title: "the buyer goes back to the cart",
    deed: ({ buyer }) => buyer.goTo("AddingItems"),
  },
  "cart-grows": {
    title: "the buyer puts more into the cart",
    before: ({ buyer }) => buyer.goTo("AddingItems"),
    deed: ({ buyer }) =>
      buyer.raw("mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { __typename } }", {
        id: tea,
      }),
    other: {
      order: { state: "AddingItems", active: true, total: 3998, ...unpaid },
      items: ["order_changed"],
    },
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
    deed: ({ buyer }) =>
      buyer.raw(
        "mutation ($username: String!, $password: String!) { login(username: $username, password: $password) { __typename } }",
        countess,
      ),
  },
  "staff-cancel": {
    title: "staff cancel the order",
    deed: ({ id }) => runAsStaff(move, { id, state: "Cancelled" }),
    other: { order: { state: "Cancelled", ...unpaid }, items: ["order_cancelled"] },
  },
  "staff-take-cash": {
    title: "staff add a payment by hand",
    deed: ({ id }) => runAsStaff(pay, { id }),
    // Vendure books what staff say they have, on an order as they saw it: both are on record, and one is to be given back.
    notification: {
      order: { ...placed.order, payments: expect.arrayContaining([manual, gateway]) },
      items: [],
    },
    other: { order: { ...placed.order, payments: [manual] }, items: ["order_placed"] },
  },
  "staff-modify": {
    title: "staff begin to modify the order, which was paid by hand",
    before: ({ id }) => staff.ask(pay, { id }),
    deed: ({ id }) => runAsStaff(move, { id, state: "Modifying" }),
    notification: {
      order: { state: "Modifying", active: false, payments: [manual], allocated: 1 },
      items: ["order_placed"],
    },
    other: {
      order: { state: "Modifying", active: false, payments: [manual], allocated: 1 },
      items: ["order_placed"],
    },
  },
};

async function openArrangedOrder({ before }: Race): Promise<RaceOrder> {
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(tea);
  await buyer.start({ method: "hosted" });
  const orders = stage.app.get(TransactionalConnection).rawConnection.getRepository(Order);
  const at = { buyer, code, id: String((await orders.findOneByOrFail({ code })).id) };
  await before?.(at);
  return at;
}

const itemsOf = async (reference: string) => {
  const { reviewItems } = await stage.app.get(PayIndexService).gateway.status({ reference });
  return reviewItems.map(({ problem }) => problem?.code);
};

for (const [id, race] of Object.entries(races)) {
  describe(`${id}: ${race.title} while the notification places the order (B-11, B-20)`, () => {
    test.each(["notification", "other"] as const)("the %s is first", async (first) => {
      const at = await openArrangedOrder(race);
      const acts = [() => stage.paid(at.code), () => race.deed(at)];
      await rowLock.meetAt(at.code, first === "notification" ? acts : acts.reverse());
      const { order, items } = race[first] ?? placed;
      expect(await readOrderRecord(stage.app, at.code)).toMatchObject(order);
      expect(await itemsOf(at.code)).toEqual(items);
      expect(placings.filter((code) => code === at.code).length).toBeLessThanOrEqual(1);
    });
  });
}
