import { payIndexHandler } from "@pay-index/vendure";
import {
  CustomerService,
  LanguageCode,
  OrderService,
  PaymentMethodService,
  PromotionService,
  RequestContextService,
} from "@vendure/core";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Buyer } from "../buyer.mts";
import { createContext, readOrderRecord, sellProduct } from "../catalog-and-orders.mts";
import { createCoupon } from "../promotions.mts";
import type { TestShop } from "../test-shop.mts";
import { createMethod, defaultFunctions, membersOnly, ownFunctions } from "./order-test-shop.mts";

const payByVoucher = (buyer: Buyer) =>
  buyer.ask('mutation { addPaymentToOrder(input: { method: "voucher", metadata: {} }) { __typename } }');
const readStanding =
  "query ($code: String!) { payIndexPayment(orderCode: $code) { state placed beingChecked } }";

/** What may be sold at the moment of paying, and at the moment of placing. */
export function placingSuite(shop: () => TestShop): void {
  const recordOf = (code: string) => readOrderRecord(shop().app, code);
  const sell = (price: number, more: object = {}) =>
    sellProduct(shop().app, { name: "The last pot", price, ...more });

  describe("an item that is out of stock (B-19)", () => {
    test("is not charged if it sells out during the checkout", async () => {
      const last = await sell(900, { stock: 1 });
      const [fast, slow] = [shop().buyer(), shop().buyer()];
      const [first, second] = [await fast.isReadyToPay(last), await slow.isReadyToPay(last)];
      await fast.start({ method: "hosted" });
      await shop().paid(first);
      for (const method of ["hosted", "card"])
        expect(await slow.start({ method })).toMatchObject({
          __typename: "PayIndexSaleError",
          message: "Not enough in stock: The last pot.",
          problems: [{ path: "stock", message: expect.stringContaining("The last pot") }],
        });
      slow.says({ languageCode: "zh" });
      expect((await slow.start({ method: "hosted" })).message).toBe("库存不足：The last pot。");
      expect(await shop().status(second)).toMatchObject({ state: "none" });
    });

    test("is not sold twice, and staff get a review item for the second payment", async () => {
      const variant = await sell(900, { stock: 1 });
      const [first, second] = [await shop().startOrder({ variant }), await shop().startOrder({ variant })];
      for (const { code } of [first, second]) expect(await shop().paid(code)).toBe("200 OK");
      expect(await recordOf(first.code)).toMatchObject({
        state: "PaymentSettled",
        active: false,
        payments: [{ amount: 900, state: "Settled", method: "hosted", transactionId: expect.any(String) }],
        allocated: 1,
      });
      const nothing = { state: "ArrangingPayment", payments: [], allocated: 0 };
      expect(await recordOf(second.code)).toMatchObject(nothing);
      expect(await shop().problemsOf(second.code)).toEqual([["order-not-placed", "out_of_stock"]]);
      const checked = { state: "PAID", placed: false, beingChecked: true };
      expect(await second.buyer.ask(readStanding, { code: second.code })).toEqual(checked);
    });
  });

  describe("a coupon for one order", () => {
    async function withCoupon(couponCode: string) {
      const buyer = shop().buyer();
      const { code } = await buyer.add(await shop().tea());
      await buyer.fillIn();
      const apply =
        "mutation ($couponCode: String!) { applyCouponCode(couponCode: $couponCode) { __typename } }";
      await buyer.ask(apply, { couponCode });
      return { buyer, code };
    }
    const start = async ({ buyer }: { buyer: Buyer }) => {
      await buyer.goTo("ArrangingPayment");
      expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "REDIRECT" });
    };

    test("cannot be used by two orders that are paid at the same time", async () => {
      await createCoupon(shop().app, { code: "ONCE", percent: 50, usageLimit: 1 });
      const [one, other] = [await withCoupon("ONCE"), await withCoupon("ONCE")];
      for (const { buyer } of [one, other]) await buyer.goTo("ArrangingPayment");
      expect(await one.buyer.start({ method: "hosted" })).toMatchObject({
        __typename: "PayIndexSaleError",
        message: "This coupon is no longer valid and was removed: ONCE.",
        problems: [{ path: "couponCodes", message: expect.stringContaining("ONCE") }],
      });
      expect(await recordOf(one.code)).toMatchObject({ total: 1999 });
      for (const each of [one, other]) await start(each);
      expect((await shop().status(one.code)).attempts[0]?.amount.minor).toBe(1999);
    });

    test("that another order used up gives the second paid order a review item", async () => {
      await createCoupon(shop().app, { code: "EARLY", percent: 50, usageLimit: 1 });
      const orders = [await withCoupon("EARLY"), await withCoupon("EARLY")];
      for (const order of orders) {
        await start(order);
        await order.buyer.goTo("AddingItems");
      }
      for (const { code } of orders) expect(await shop().paid(code)).toBe("200 OK");
      const states = await Promise.all(orders.map(async ({ code }) => (await recordOf(code)).state));
      expect(states).toEqual(["PaymentSettled", "AddingItems"]);
      expect(await shop().problemsOf(orders[1]!.code)).toEqual([["order-not-placed", "coupon_used_up"]]);
    });

    test("is still valid if it ends during the payment", async () => {
      await createCoupon(shop().app, { code: "TODAY", percent: 50, usageLimit: 1 });
      const order = await withCoupon("TODAY");
      await start(order);
      const ctx = await createContext(shop().app);
      const promotions = shop().app.get(PromotionService);
      const { items } = await promotions.findAll(ctx, { filter: { couponCode: { eq: "TODAY" } } });
      await promotions.updatePromotion(ctx, { id: items[0]?.id ?? "", endsAt: new Date(0) });
      expect(await shop().paid(order.code)).toBe("200 OK");
      expect(await recordOf(order.code)).toMatchObject({ state: "PaymentSettled", total: 1000 });
    });
  });

  test("a partly paid order is charged for its rest", async () => {
    const buyer = shop().buyer();
    const code = await buyer.isReadyToPay(await shop().tea());
    await payByVoucher(buyer);
    await buyer.start({ method: "hosted" });
    expect(await shop().control.orderDetails(await shop().attempt(code))).toMatchObject({ amount: "14.99" });
    await shop().paid(code);
    const { state, payments } = await recordOf(code);
    expect([state, payments.map(({ amount }) => amount).sort()]).toEqual(["PaymentSettled", [1499, 500]]);
  });

  test("an order that now costs less than its payment is placed, and its payment is recorded unchanged", async () => {
    const buyer = shop().buyer();
    const code = await buyer.isReadyToPay(await sell(300), 2);
    await payByVoucher(buyer);
    await buyer.goTo("AddingItems");
    const { lines } = await buyer.ask("{ activeOrder { lines { id } } }");
    const take = "mutation ($id: ID!) { adjustOrderLine(orderLineId: $id, quantity: 1) { __typename } }";
    await buyer.ask(take, { id: lines[0].id });
    await buyer.goTo("ArrangingPayment");
    expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "PAID" });
    const { state, payments } = await recordOf(code);
    expect([state, payments.map(({ amount }) => amount).sort()]).toEqual(["PaymentSettled", [0, 500]]);
  });

  test("an order that costs nothing is placed at once, keeps its buyer's address, and the gateway gets no request", async () => {
    const gift = await sell(0);
    const buyer = shop().buyer();
    const { code } = await buyer.add(gift);
    const grace = { firstName: "Grace", lastName: "H", email: "grace@example.com" };
    await buyer.fillIn({ ...grace, phone: "1", country: "US" });
    await buyer.goTo("ArrangingPayment");
    expect(await buyer.start({ method: "hosted" })).toEqual({
      __typename: "PayIndexStarted",
      state: "PAID",
      url: `${shop().origin}/orders/${code}`,
      attemptId: null,
      statusUrl: null,
    });
    expect(await recordOf(code)).toMatchObject({ state: "PaymentSettled", total: 0 });
    await expect(shop().attempt(code)).rejects.toThrow("nothing was started");
    const ctx = await createContext(shop().app);
    const order = await shop().app.get(OrderService).findOneByCode(ctx, code, ["customer"]);
    const id = order?.customer?.id ?? "";
    expect(await shop().app.get(CustomerService).findAddressesByCustomerId(ctx, id)).toHaveLength(1);
  });

  test("an order that another payment method covers reads as paid and placed", async () => {
    const buyer = shop().buyer();
    const code = await buyer.isReadyToPay(await sell(500));
    expect(await buyer.ask(readStanding, { code })).toMatchObject({ state: "NONE", placed: false });
    await payByVoucher(buyer);
    expect(await buyer.ask(readStanding, { code })).toMatchObject({ state: "PAID", placed: true });
  });

  test("an eligibility checker runs before the buyer is charged, and neither it nor the method is needed after the payment (B-43)", async () => {
    onTestFinished(() => void Object.assign(ownFunctions, defaultFunctions));
    const { id } = await createMethod(shop(), { code: "club", checker: membersOnly });
    const buyer = shop().buyer();
    const code = await buyer.isReadyToPay(await shop().tea());
    const query =
      'mutation { startPayIndexPayment(input: { method: "club" }) { ... on IneligiblePaymentMethodError { errorCode eligibilityCheckerMessage } } }';
    expect(await buyer.ask(query)).toEqual({
      errorCode: "INELIGIBLE_PAYMENT_METHOD_ERROR",
      eligibilityCheckerMessage: "For members only.",
    });
    ownFunctions.checkMember = () => true;
    expect(await buyer.start({ method: "club" })).toMatchObject({ state: "REDIRECT" });
    ownFunctions.checkMember = () => false;
    await shop()
      .app.get(PaymentMethodService)
      .delete(await createContext(shop().app), id, true);
    expect(await shop().paid(code)).toBe("200 OK");
    const payments = [{ method: "club", amount: 1999 }];
    expect(await recordOf(code)).toMatchObject({ state: "PaymentSettled", payments });
  });

  test("staff can neither cancel nor settle a payment of the gateway, because this would not move the money (B-46)", async () => {
    const { code } = await shop().payOrder();
    const ctx = await createContext(shop().app);
    const orders = shop().app.get(OrderService);
    const order = await orders.findOneByCode(ctx, code, ["lines", "payments"]);
    const id = order?.payments[0]?.id ?? "";
    const { connection } = shop();
    const cancelled = await connection.withTransaction(ctx, (tx) => orders.cancelPayment(tx, id));
    expect(cancelled).toMatchObject({ errorCode: "CANCEL_PAYMENT_ERROR" });
    const settled = await connection.withTransaction(ctx, (tx) => orders.settlePayment(tx, id));
    expect(settled).toHaveProperty("errorCode");
    expect(await recordOf(code)).toMatchObject({ payments: [{ state: "Settled" }] });
  });

  test("staff whose admin speaks zh_Hans read the handler in Chinese", async () => {
    const languageCode = LanguageCode.zh_Hans;
    const ctx = await shop().app.get(RequestContextService).create({ apiType: "admin", languageCode });
    expect(payIndexHandler.toGraphQlType(ctx)).toMatchObject({ description: "pay_index 支付网关" });
  });
}
