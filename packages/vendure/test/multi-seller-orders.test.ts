// A marketplace: Vendure splits an order that is placed into one for each seller, in the same transaction.
import { PayIndexService } from "@pay-index/vendure";
import {
  ChannelService,
  type ID,
  LanguageCode,
  Order,
  type OrderSellerStrategy,
  OrderService,
  PaymentMethodHandler,
  PaymentMethodService,
  TransactionalConnection,
} from "@vendure/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createChannels } from "./conformance/channels.mts";
import { createPostgresDatabase } from "./conformance/test-database.mts";
import { createContext, sellProduct } from "./shop/catalog-and-orders.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

/** How Vendure's own example settles what each seller gets: nothing is charged for it. */
const sellerPaymentHandler = new PaymentMethodHandler({
  code: "share",
  description: [{ languageCode: LanguageCode.en, value: "Share" }],
  args: {},
  createPayment: (_ctx, _order, amount) => ({ amount, state: "Settled" as const, metadata: {} }),
  settlePayment: () => ({ success: true as const }),
});

let stage: TestShop;
let channels: ID[];
let isBroken = false;

const sellers: OrderSellerStrategy = {
  splitOrder: (_ctx, { lines, shippingLines }) =>
    lines.map((line, index) => ({
      channelId: channels[index % channels.length] as ID,
      state: "ArrangingPayment",
      lines: [line],
      shippingLines: index === 0 ? shippingLines : [],
    })),
  async afterSellerOrdersCreated(ctx, _order, parts) {
    for (const { id } of parts) {
      const paid = await stage.app
        .get(OrderService)
        .addPaymentToOrder(ctx, id, { method: "share", metadata: {} });
      if ("errorCode" in paid) throw new Error(paid.message);
    }
    if (isBroken) throw new Error("A seller's account is closed.");
  },
};

beforeAll(async () => {
  stage = await openTestShop({
    place: await createPostgresDatabase(),
    changes: {
      paymentOptions: { paymentMethodHandlers: [sellerPaymentHandler] },
      orderOptions: { orderSellerStrategy: sellers },
    },
  });
  const ctx = await createContext(stage.app);
  await stage.app.get(PaymentMethodService).create(ctx, {
    code: "share",
    enabled: true,
    handler: { code: "share", arguments: [] },
    translations: [{ languageCode: LanguageCode.en, name: "Share", description: "" }],
  });
  await createChannels(stage.app, [
    { tenant: "north", id: "1", key: "1" },
    { tenant: "south", id: "2", key: "2" },
  ]);
  const { items } = await stage.app.get(ChannelService).findAll(ctx);
  channels = items.filter(({ code }) => code === "north" || code === "south").map(({ id }) => id);
}, 120_000);
afterAll(() => stage?.close());

/** An order with something of each seller. */
async function startOrder(): Promise<string> {
  const buyer = stage.buyer();
  await buyer.add(await sellProduct(stage.app, { name: "Tea", price: 1999 }));
  const code = await buyer.isReadyToPay(await sellProduct(stage.app, { name: "Cup", price: 500 }));
  expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "REDIRECT" });
  return code;
}

async function findSellerOrders(code: string) {
  const ctx = await createContext(stage.app);
  const orders = stage.app.get(TransactionalConnection).getRepository(ctx, Order);
  const relations = { payments: true, sellerOrders: { payments: true } };
  const { type, state, payments, sellerOrders } = await orders.findOneOrFail({ where: { code }, relations });
  const money = (all: typeof payments) => all.map(({ method, amount }) => `${method} ${amount}`);
  return {
    order: [type, state, ...money(payments)],
    parts: sellerOrders.map((part) => [part.type, part.state, ...money(part.payments)]).sort(),
  };
}

const sellerParts = [
  ["Seller", "PaymentSettled", "share 1999"],
  ["Seller", "PaymentSettled", "share 500"],
];

test("one payment places the order and each seller's part once, also for fifty notifications at once", async () => {
  const code = await startOrder();
  const attemptId = await stage.attempt(code);
  await stage.paid(code);
  const told = await stage.control.notify(attemptId, { copies: 50, released: "together" });
  expect(new Set(told.map(({ reply }) => reply))).toEqual(new Set(["OK"]));
  expect(await findSellerOrders(code)).toEqual({
    order: ["Aggregate", "PaymentSettled", "hosted 2499"],
    parts: sellerParts,
  });
});

test("nothing is placed if a seller's part cannot be created, and a later try places the order", async () => {
  const code = await startOrder();
  isBroken = true;
  expect(await stage.paid(code)).toBe("200 OK");
  expect(await findSellerOrders(code)).toEqual({ order: ["Regular", "ArrangingPayment"], parts: [] });
  isBroken = false;
  const attemptId = await stage.attempt(code);
  expect(
    await stage.app
      .get(PayIndexService)
      .gateway.retryReviewItem(`${attemptId}/place-order`, { operator: { id: "user_1" } }),
  ).toEqual({ outcome: "done" });
  expect(await findSellerOrders(code)).toEqual({
    order: ["Aggregate", "PaymentSettled", "hosted 2499"],
    parts: sellerParts,
  });
});
