import { PayIndexService } from "@pay-index/vendure";
import { CustomerService, EventBus, Order, OrderPlacedEvent, TransactionalConnection } from "@vendure/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresPlace } from "./conformance/place.mts";
import { bookOf, contextOf, sell } from "./shop/books.mts";
import type { Buyer } from "./shop/buyer.mts";
import { makeCoupon } from "./shop/offers.mts";
import { RowKeeper } from "./shop/row-keeper.mts";
import { Staff } from "./shop/staff.mts";
import { openStage, type Stage } from "./shop/stage.mts";

let stage: Stage;
let keeper: RowKeeper;
let staff: Staff;
let tea: string;
const placings: string[] = [];
beforeAll(async () => {
  const place = await postgresPlace();
  keeper = await RowKeeper.open(place);
  stage = await openStage({ place });
  stage.app
    .get(EventBus)
    .ofType(OrderPlacedEvent)
    .subscribe(({ order }) => placings.push(order.code));
  staff = await Staff.signIn(stage.origin);
  await makeCoupon(stage.app, { code: "TEA", percent: 0 });
  await makeCustomer(stage);
  tea = await sell(stage.app, { name: "Tea", price: 1999, stock: 10_000 });
}, 120_000);
afterAll(async () => {
  await keeper?.close();
  await stage?.close();
});

const countess = { username: "countess@example.com", password: "tea-with-milk" };

async function makeCustomer({ app }: Stage): Promise<void> {
  const customer = { emailAddress: countess.username, firstName: "Ada", lastName: "King" };
  await app.get(CustomerService).create(await contextOf(app), customer, countess.password);
}

/** An order that is ready to be paid, and who may lay hands on it. */
interface At {
  readonly buyer: Buyer;
  readonly code: string;
  readonly id: string;
}

interface Outcome {
  readonly order: object;
  readonly items: readonly string[];
}

interface Race {
  readonly title: string;
  /** Once the payment is started. */
  before?(at: At): Promise<unknown>;
  deed(at: At): Promise<unknown>;
  /** What becomes of the order, by who is first. */
  readonly notification?: Outcome;
  readonly other?: Outcome;
}

const gateway = expect.objectContaining({ amount: 1999, method: "hosted" });
const placed: Outcome = {
  order: { state: "PaymentSettled", active: false, payments: [gateway], allocated: 1 },
  items: [],
};
const unpaid = { payments: [], allocated: 0 };

const move =
  "mutation ($id: ID!, $state: String!) { transitionOrderToState(id: $id, state: $state) { __typename } }";
const pay = `mutation ($id: ID!) { addManualPaymentToOrder(input: { orderId: $id, method: "cash", transactionId: "7", metadata: {} }) {
  __typename } }`;
/** Staff may be told that it cannot be. */
const byStaff = (text: string, variables: object) =>
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
    deed: ({ id }) => byStaff(move, { id, state: "Cancelled" }),
    other: { order: { state: "Cancelled", ...unpaid }, items: ["order_cancelled"] },
  },
  "staff-take-cash": {
    title: "staff add a payment by hand",
    deed: ({ id }) => byStaff(pay, { id }),
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
    deed: ({ id }) => byStaff(move, { id, state: "Modifying" }),
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

async function arranged({ before }: Race): Promise<At> {
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(tea);
  await buyer.start({ method: "hosted" });
  const orders = stage.app.get(TransactionalConnection).rawConnection.getRepository(Order);
  const at = { buyer, code, id: String((await orders.findOneByOrFail({ code })).id) };
  await before?.(at);
  return at;
}

const itemsOf = async (reference: string) => {
  const { items } = await stage.app.get(PayIndexService).gateway.status({ reference });
  return items.map(({ problem }) => problem?.code);
};

for (const [id, race] of Object.entries(races)) {
  describe(`${id}: ${race.title} while the notification places the order (B-11, B-20)`, () => {
    test.each(["notification", "other"] as const)("the %s is first", async (first) => {
      const at = await arranged(race);
      const acts = [() => stage.paid(at.code), () => race.deed(at)];
      await keeper.meetAt(at.code, first === "notification" ? acts : acts.reverse());
      const { order, items } = race[first] ?? placed;
      expect(await bookOf(stage.app, at.code)).toMatchObject(order);
      expect(await itemsOf(at.code)).toEqual(items);
      expect(placings.filter((code) => code === at.code).length).toBeLessThanOrEqual(1);
    });
  });
}
