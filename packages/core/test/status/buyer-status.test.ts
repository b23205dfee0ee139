import { expect, test } from "vitest";
import { retry } from "../fixtures/staff.ts";
import { startPayment } from "../fixtures/start-payment.ts";
import { hostedSaleInput } from "../fixtures/test-shop.ts";

const buyersKey = (form: URLSearchParams) => {
  const [attemptId = "", token = ""] = (form.get("pay_callbackurl") ?? "").split("/").slice(-2);
  return { attemptId, token };
};

test("the buyer's status has the state of the own attempt, or of another attempt with money (B-18, B-42)", async () => {
  const shop = await startPayment();
  const abandoned = shop.lastForm;
  await shop.gateway.start({ ...hostedSaleInput(), variant: "link" });
  const own = buyersKey(shop.lastForm);
  expect(await shop.gateway.buyerStatus(own)).toMatchObject({ state: "pending", url: undefined });
  await shop.notify({ returncode: "2" });
  expect(await shop.gateway.buyerStatus(own)).toMatchObject({ state: "failed", url: "/retry/order-1" });
  await shop.notify({ transaction_id: "t2" }, abandoned);
  expect(await shop.gateway.buyerStatus(own)).toMatchObject({ state: "paid", url: "/orders/order-1?paid" });
});

test("the buyer's status tells if the order is placed, being placed or with staff, and has no amounts (B-20, B-42)", async () => {
  const shop = await startPayment();
  const form = shop.lastForm;
  const attemptId = form.get("pay_orderid") ?? "";
  const read = () => shop.gateway.buyerStatus(buyersKey(form));
  expect(await read()).toMatchObject({ order: undefined, awaits: "confirmation" });

  shop.placeOrder = async () => {
    throw new Error("the shop is busy");
  };
  await shop.notify();
  expect(await read()).toMatchObject({ state: "paid", order: "placing", awaits: undefined });

  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "The last one was sold." } });
  await shop.sweepAfter(3600);
  expect(await read()).toMatchObject({ state: "paid", order: "staff" });

  shop.placeOrder = async () => ({ placed: {} });
  await retry(shop);
  const placed = await read();
  expect(placed).toEqual({
    reference: "order-1",
    tenant: "default",
    state: "paid",
    url: "/orders/order-1?paid",
    order: "placed",
    awaits: undefined,
    isUnreachable: false,
  });
  expect(JSON.stringify(placed)).not.toContain(attemptId);
});
