import type { CompleteOrder } from "@pay-index/vendure";
import {
  ChannelService,
  configureDefaultOrderProcess,
  defaultPaymentProcess,
  type ID,
  LanguageCode,
  Order,
  type OrderProcess,
  type OrderSellerStrategy,
  OrderService,
  PaymentMethodHandler,
  PaymentMethodService,
  type PaymentProcess,
} from "@vendure/core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPostgresDatabase } from "./conformance/test-database.mts";
import { createContext, readOrderRecord, sellProduct } from "./shop/catalog-and-orders.mts";
import { ThreeDecimalMoneyStrategy } from "./shop/open-vendure.mts";
import { voucherHandler } from "./shop/promotions.mts";
import { SubscriptionTestShop } from "./shop/subscriptions/subscription-test-shop.mts";

// A Vendure whose owner changed the order process, the sellers, the decimals of amounts and the completion of orders.

/** A warehouse begins to pack as soon as an order is paid. */
const packing: OrderProcess<"Packing"> = {
  transitions: { PaymentSettled: { to: ["Packing"] }, Packing: { to: ["Shipped", "Cancelled"] } },
};
let isPackedAtOnce = false;
let orders: OrderService;
const toPacking: PaymentProcess<never> = {
  init(injector) {
    orders = injector.get(OrderService);
  },
  async onTransitionEnd(_from, to, { ctx, order }) {
    if (to === "Settled" && isPackedAtOnce) await orders.transitionToState(ctx, order.id, "Packing" as never);
  },
};

/** How Vendure's own example settles what each seller gets: nothing is charged for it. */
const sellerPayment = new PaymentMethodHandler({
  code: "share",
  description: [{ languageCode: LanguageCode.en, value: "Share" }],
  args: {},
  createPayment: (_ctx, _order, amount) => ({ amount, state: "Settled" as const, metadata: {} }),
  settlePayment: () => ({ success: true as const }),
});
/** The channels of the sellers, if this is a marketplace: Vendure splits an order that is placed, in the same transaction. */
let channels: ID[] = [];
let isSellerClosed = false;
const sellers: OrderSellerStrategy = {
  splitOrder: (_ctx, { lines, shippingLines }) =>
    channels.length === 0
      ? []
      : lines.map((line, index) => ({
          channelId: channels[index % channels.length] as ID,
          state: "ArrangingPayment",
          lines: [line],
          shippingLines: index === 0 ? shippingLines : [],
        })),
  async afterSellerOrdersCreated(ctx, _order, parts) {
    for (const { id } of parts) {
      const paid = await orders.addPaymentToOrder(ctx, id, { method: "share", metadata: {} });
      if ("errorCode" in paid) throw new Error(paid.message);
    }
    if (isSellerClosed) throw new Error("A seller's account is closed.");
  },
};

const byDefault: CompleteOrder = async ({ completeByDefault }) => void (await completeByDefault());
let complete = byDefault;
let shop: SubscriptionTestShop;
beforeAll(async () => {
  const sellsWhatItHasNot = configureDefaultOrderProcess({ arrangingPaymentRequiresStock: false });
  const plugin = { completeOrder: (request: Parameters<CompleteOrder>[0]) => complete(request) };
  shop = await SubscriptionTestShop.open(
    await createPostgresDatabase(),
    { ...plugin, amountDecimals: 2 },
    {
      entityOptions: { moneyStrategy: new ThreeDecimalMoneyStrategy() },
      orderOptions: { process: [sellsWhatItHasNot, packing as never], orderSellerStrategy: sellers },
      paymentOptions: {
        paymentMethodHandlers: [voucherHandler, sellerPayment],
        process: [defaultPaymentProcess, toPacking as never],
      },
    },
  );
  await shop.app.get(PaymentMethodService).create(await createContext(shop.app), {
    code: "share",
    enabled: true,
    handler: { code: "share", arguments: [] },
    translations: [{ languageCode: LanguageCode.en, name: "Share", description: "" }],
  });
}, 120_000);
afterAll(() => shop?.close());
beforeEach(() => {
  [complete, channels, isPackedAtOnce, isSellerClosed] = [byDefault, [], false, false];
});

/** Prices have three decimals. */
const sell = (price = 19_990, more: object = {}) => sellProduct(shop.app, { name: "Tea", price, ...more });
const recordOf = (code: string) => readOrderRecord(shop.app, code);

describe("the shop's own order process", () => {
  test("may change the state of a paid order at once: the order stays placed (B-30)", async () => {
    isPackedAtOnce = true;
    const { code } = await shop.payOrder({ variant: await sell() });
    expect(await recordOf(code)).toMatchObject({
      state: "Packing",
      active: false,
      payments: [{ amount: 19_990, state: "Settled" }],
      allocated: 1,
    });
  });

  test("may sell without stock: paid orders are placed (B-19)", async () => {
    const variant = await sell(9000, { stock: 1 });
    const started = [await shop.startOrder({ variant }), await shop.startOrder({ variant })];
    for (const { code } of started) {
      expect(await shop.paid(code)).toBe("200 OK");
      // What is not there cannot be allocated; Vendure leaves that to whoever fulfils the order.
      expect(await recordOf(code)).toMatchObject({ state: "PaymentSettled", payments: [{ amount: 9000 }] });
    }
  });
});

describe("the option completeOrder (B-06)", () => {
  const paidOrder = async () => (await shop.payOrder({ variant: await sell() })).code;
  /** The code of an order that is paid, and of which nothing is in Vendure. */
  async function unplacedOrder(ownCompletion: CompleteOrder): Promise<string> {
    complete = ownCompletion;
    const code = await paidOrder();
    expect((await shop.status(code)).state).toBe("paid");
    expect(await recordOf(code)).toMatchObject({ state: "ArrangingPayment", payments: [], allocated: 0 });
    return code;
  }
  const problemsOf = async (reference: string) =>
    (await shop.status(reference)).reviewItems.map(({ problem }) => [problem?.code, problem?.message]);

  test("completes the order, in the transaction that places it", async () => {
    const seen: unknown[] = [];
    complete = async ({ ctx, order, attemptId, amount, transactionId, completeByDefault }) => {
      seen.push([order.code, order.state, attemptId, amount, transactionId]);
      await completeByDefault();
      await orders.updateCustomFields(ctx, order.id, {});
      return undefined;
    };
    const code = await paidOrder();
    const { state, payments } = await recordOf(code);
    expect([state, payments]).toMatchObject(["PaymentSettled", [{ amount: 19_990, state: "Settled" }]]);
    const amount = { minor: 1999, currency: "USD" };
    const attemptId = await shop.attempt(code);
    expect(seen).toEqual([[code, "ArrangingPayment", attemptId, amount, payments[0]?.transactionId]]);
  });

  test("can refuse: the payment stays paid, with a review item, and a retry calls it again", async () => {
    const code = await unplacedOrder(async ({ completeByDefault }) => {
      await completeByDefault();
      return { refused: "The seller is on holiday. Call the buyer." };
    });
    const text = "The option completeOrder refused the order: The seller is on holiday. Call the buyer.";
    expect(await problemsOf(code)).toEqual([["completion_refused", text]]);
    complete = byDefault;
    const { reviewItems } = await shop.status(code);
    await shop.gateway.retryReviewItem(reviewItems[0]?.id ?? "", { operator: { id: "1" } });
    expect(await recordOf(code)).toMatchObject({ state: "PaymentSettled" });
  });

  test("rolls the order back if it throws, and runs again", async () => {
    const code = await unplacedOrder(async ({ completeByDefault }) => {
      await completeByDefault();
      throw new Error("The warehouse is away.");
    });
    const postponed = shop.logged.find((line) => line.includes("job-postponed") && line.includes(code));
    expect(postponed).toContain("The warehouse is away.");
  });

  test("places nothing if it adds no payment", async () => {
    const code = await unplacedOrder(async () => undefined);
    const text = expect.stringContaining("added no settled payment");
    expect(await problemsOf(code)).toEqual([["order_mismatch", text]]);
  });

  test("gets the charged amount of the first order on a plan, and runs for no renewal (PLAN-FIRST)", async () => {
    const seen: unknown[] = [];
    complete = async ({ order, amount, completeByDefault }) => {
      seen.push([order.code, order.totalWithTax, amount]);
      await completeByDefault();
      return undefined;
    };
    const { code } = await shop.subscribed(await shop.newOnPlan("cheapStart", { price: 19_990 }));
    const { renewals } = await shop.afterMonth(code);
    expect(renewals).toEqual([expect.any(String)]);
    expect(seen).toEqual([[code, 5000, { minor: 500, currency: "USD" }]]);
  });
});

describe("a marketplace", () => {
  beforeEach(async () => {
    const { items } = await shop.app.get(ChannelService).findAll(await createContext(shop.app));
    channels = items.map(({ id }) => id);
  });

  /** An order with something of each seller. */
  async function startOrder(): Promise<string> {
    const buyer = shop.buyer();
    await buyer.add(await sell());
    const code = await buyer.isReadyToPay(await sell(5000));
    expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "REDIRECT" });
    return code;
  }

  async function findSellerOrders(code: string) {
    const repository = shop.connection.rawConnection.getRepository(Order);
    const relations = { payments: true, sellerOrders: { payments: true } };
    const order = await repository.findOneOrFail({ where: { code }, relations });
    return [order, ...order.sellerOrders]
      .map(({ type, state, payments }) => [
        ...[type, state],
        ...payments.map(({ method, amount }) => `${method} ${amount}`),
      ])
      .sort();
  }

  const splitOrder = [
    ["Aggregate", "PaymentSettled", "hosted 24990"],
    ["Seller", "PaymentSettled", "share 19990"],
    ["Seller", "PaymentSettled", "share 5000"],
  ];

  test("places the order and each seller's part once, also for fifty notifications at once", async () => {
    const code = await startOrder();
    const attemptId = await shop.attempt(code);
    await shop.paid(code);
    const told = await shop.control.notify(attemptId, { copies: 50, released: "together" });
    expect(new Set(told.map(({ reply }) => reply))).toEqual(new Set(["OK"]));
    expect(await findSellerOrders(code)).toEqual(splitOrder);
  });

  test("places nothing if a seller's part cannot be created, and a later try places the order", async () => {
    const code = await startOrder();
    isSellerClosed = true;
    expect(await shop.paid(code)).toBe("200 OK");
    expect(await findSellerOrders(code)).toEqual([["Regular", "ArrangingPayment"]]);
    isSellerClosed = false;
    const job = `${await shop.attempt(code)}/place-order`;
    const retried = await shop.gateway.retryReviewItem(job, { operator: { id: "user_1" } });
    expect(retried).toEqual({ outcome: "done" });
    expect(await findSellerOrders(code)).toEqual(splitOrder);
  });
});

describe("a gateway that reads two decimals, and prices with three", () => {
  /** Starts to pay an order with one piece of each price. */
  async function started(...prices: number[]) {
    const buyer = shop.buyer({ currencyCode: "KWD" });
    let code = "";
    for (const price of prices) ({ code } = await buyer.add(await sell(price, { currency: "KWD" })));
    await buyer.fillIn();
    await buyer.goTo("ArrangingPayment");
    return { code, answer: await buyer.start({ method: "hosted" }) };
  }

  test("an order is paid if its amount can be sent, although the price of a line cannot (MON-SENT, PROD-SPREAD)", async () => {
    const { code, answer } = await started(995, 2995);
    expect(answer).toMatchObject({ state: "REDIRECT" });
    const { amount, timeline } = await shop.control.orderDetails(await shop.attempt(code));
    const submitted = timeline.find((event) => event.type === "submitted");
    const list = submitted?.type === "submitted" ? submitted.fields.pay_productname : undefined;
    const prices = (JSON.parse(list ?? "[]") as { price: string }[]).map(({ price }) => price);
    expect([amount, prices]).toEqual(["3.99", ["1.00", "2.99"]]);
    expect(await shop.paid(code)).toBe("200 OK");
    const payments = [{ amount: 3990 }];
    expect(await recordOf(code)).toMatchObject({ state: "PaymentSettled", payments });
  });

  test("an order is refused if its amount cannot be sent, and nothing is started (MON-SENT)", async () => {
    const { code, answer } = await started(995);
    expect(answer.problems).toContainEqual({ path: "amount", message: expect.anything() });
    await expect(shop.attempt(code)).rejects.toThrow("nothing was started");
  });
});
