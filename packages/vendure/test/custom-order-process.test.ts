import {
  configureDefaultOrderProcess,
  defaultPaymentProcess,
  type OrderProcess,
  OrderService,
  type PaymentProcess,
} from "@vendure/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { readOrderRecord, sellProduct } from "./shop/catalog-and-orders.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

let orders: OrderService;

/** A warehouse begins to pack as soon as an order is paid. */
const packingOrderProcess: OrderProcess<"Packing"> = {
  transitions: { PaymentSettled: { to: ["Packing"] }, Packing: { to: ["Shipped", "Cancelled"] } },
};

const paymentProcessToPacking: PaymentProcess<never> = {
  init(injector) {
    orders = injector.get(OrderService);
  },
  async onTransitionEnd(_from, to, { ctx, order }) {
    if (to === "Settled") await orders.transitionToState(ctx, order.id, "Packing" as never);
  },
};

let stage: TestShop;
beforeAll(async () => {
  const sellsWhatItHasNot = configureDefaultOrderProcess({ arrangingPaymentRequiresStock: false });
  const changes = {
    orderOptions: { process: [sellsWhatItHasNot, packingOrderProcess as never] },
    paymentOptions: {
      paymentMethodHandlers: [],
      process: [defaultPaymentProcess, paymentProcessToPacking as never],
    },
  };
  stage = await openTestShop({ place: await createSqljsDatabase(), changes });
}, 120_000);
afterAll(() => stage?.close());

test("a paid order stays placed if the shop's own process changes its state at once (B-30)", async () => {
  const tea = await sellProduct(stage.app, { name: "Tea", price: 1999 });
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(tea);
  await buyer.start({ method: "hosted" });
  expect(await stage.paid(code)).toBe("200 OK");
  expect(await readOrderRecord(stage.app, code)).toMatchObject({
    state: "Packing",
    active: false,
    payments: [{ amount: 1999, state: "Settled" }],
    allocated: 1,
  });
});

test("a shop that sells without stock gets its paid orders placed (B-19)", async () => {
  const cup = await sellProduct(stage.app, { name: "The last cup", price: 900, stock: 1 });
  const codes: string[] = [];
  for (const buyer of [stage.buyer(), stage.buyer()]) {
    codes.push(await buyer.isReadyToPay(cup));
    expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "REDIRECT" });
  }
  for (const code of codes) {
    expect(await stage.paid(code)).toBe("200 OK");
    // What is not there cannot be allocated; Vendure leaves that to whoever fulfils the order.
    expect(await readOrderRecord(stage.app, code)).toMatchObject({
      state: "Packing",
      payments: [{ amount: 900 }],
    });
  }
});
