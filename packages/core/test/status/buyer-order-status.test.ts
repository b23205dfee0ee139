import { expect, test } from "vitest";
import { buyerOrderStatusOf, type HostOrderPlacedAndFree } from "../../src/status/buyer-status.ts";
import type { PaymentState } from "../../src/status/payment-status.ts";
import { retry } from "../fixtures/staff.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

const notPlaced: HostOrderPlacedAndFree = { isPlaced: false, isFree: false };
const placed: HostOrderPlacedAndFree = { isPlaced: true, isFree: false };
const item = { kind: "order-not-placed", attemptId: "A" };

const orderOf = (state: PaymentState, order: HostOrderPlacedAndFree, more: object = {}) =>
  buyerOrderStatusOf({ state, attempts: [], reviewItems: [], openPart: 1, ...more } as never, order);

test("an order that needs no payment counts as paid once the host has placed it", () => {
  const free = { isPlaced: true, isFree: true };
  expect(orderOf("none", free)).toEqual({ state: "paid", isPlaced: true, isBeingChecked: false });
  expect(orderOf("none", { ...free, isPlaced: false })).toMatchObject({ state: "none", isPlaced: false });
  expect(orderOf("none", placed)).toMatchObject({ state: "none", isPlaced: true });
});

test("an order is placed by its payment, or by the host in another way", () => {
  expect(orderOf("paid", placed, { openPart: 2 })).toMatchObject({ isPlaced: true, isBeingChecked: false });
  for (const state of ["none", "created", "pending", "failed", "closed", "refunded", "review"] as const) {
    const order = { state, isPlaced: true, isBeingChecked: false };
    expect(orderOf(state, placed)).toEqual(order);
  }
  expect(orderOf("paid", placed, { reviewItems: [item] })).toMatchObject({
    isPlaced: true,
    isBeingChecked: false,
  });
});

test("while the order of a paid payment is being placed, the incomplete order of the host does not count", () => {
  expect(orderOf("paid", placed)).toEqual({ state: "paid", isPlaced: false, isBeingChecked: false });
});

test("the review item of another attempt than the winning one does not keep the order waiting", () => {
  const attempts = [{ attemptId: "B", isWinning: true, part: 1 }];
  expect(orderOf("paid", notPlaced, { attempts, reviewItems: [item] })).toMatchObject({
    isBeingChecked: false,
  });
});

test("a payment is being checked while it is under review or its order cannot be placed, and not while it is tried again", async () => {
  const shop = new TestShop();
  const isChecked = async () =>
    buyerOrderStatusOf(await shop.gateway.status({ reference: "order-1" }), notPlaced).isBeingChecked;
  const { placeOrder } = shop;
  await shop.gateway.start(hostedSaleInput());
  expect(await isChecked()).toBe(false);
  await shop.notify({ transaction_id: "T1", true_amount: "12.50" });
  expect(await isChecked()).toBe(true);
  shop.placeOrder = () => Promise.reject(new Error("busy"));
  await shop.notify({ transaction_id: "T2" });
  expect(await isChecked()).toBe(false);
  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "Sold out." } });
  await shop.sweepAfter(3600);
  expect(await isChecked()).toBe(true);
  shop.placeOrder = placeOrder;
  await retry(shop, "order-not-placed");
  expect(await isChecked()).toBe(false);
});
