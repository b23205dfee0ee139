import { PayIndexService, payIndexHandler, type Variant } from "@pay-index/vendure";
import {
  CustomerService,
  HistoryService,
  LanguageCode,
  Order,
  OrderService,
  PaymentMethodEligibilityChecker,
  PaymentMethodService,
  PromotionService,
  RequestContextService,
  TransactionalConnection,
} from "@vendure/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createChannels } from "../conformance/channels.mts";
import type { TestDatabase } from "../conformance/test-database.mts";
import { createContext, readOrderRecord, sellProduct } from "./catalog-and-orders.mts";
import { createCoupon, enableVoucherPayment, voucherHandler } from "./promotions.mts";
import { StaffMember } from "./staff-member.mts";
import { openTestShop, type TestShop } from "./test-shop.mts";

/** Says what it was last told to say. */
let checkerResult: boolean | string = true;
const changeableChecker = new PaymentMethodEligibilityChecker({
  code: "moody",
  description: [{ languageCode: LanguageCode.en, value: "Moody" }],
  args: {},
  check: () => checkerResult,
});

/** What may be sold at all, at the moment of paying and at the moment of placing, on a real Vendure. */
export function checkoutSuite(name: string, makePlace: () => Promise<TestDatabase>): void {
  describe(`${name}: selling`, () => {
    let stage: TestShop;
    let tea: string;
    beforeAll(async () => {
      const changes = {
        paymentOptions: {
          paymentMethodHandlers: [voucherHandler],
          paymentMethodEligibilityCheckers: [changeableChecker],
        },
      };
      const merchants = ["card", "hosted", "link", "subscription", "apm"].map((variant, index) => ({
        id: String(10001 + index),
        key: `sandbox-${variant}-key`,
        variants: [variant as Variant],
      }));
      const north = {
        id: "10002",
        key: "sandbox-hosted-key",
        variants: ["hosted" as const],
        // The first channel that a fresh database gets beside the default one.
        tenant: "2",
      };
      const plugin = { merchants: [...merchants, north] };
      stage = await openTestShop({ place: await makePlace(), plugin, changes });
      await enableVoucherPayment(stage.app);
      tea = await sellProduct(stage.app, { name: "Tea", price: 1999 });
    }, 120_000);
    afterAll(() => stage?.close());

    const statusOf = (reference: string) => stage.app.get(PayIndexService).gateway.status({ reference });

    /** In the cart, with the coupon on it. */
    async function withCoupon(couponCode: string) {
      const buyer = stage.buyer();
      const { code } = await buyer.add(tea);
      await buyer.fillIn();
      await buyer.ask(
        "mutation ($couponCode: String!) { applyCouponCode(couponCode: $couponCode) { __typename } }",
        { couponCode },
      );
      return { buyer, code };
    }

    test("an item that sells out during the checkout is not charged (B-19)", async () => {
      const last = await sellProduct(stage.app, { name: "The last pot", price: 900, stock: 1 });
      const [fast, slow] = [stage.buyer(), stage.buyer()];
      const [first, second] = [await fast.isReadyToPay(last), await slow.isReadyToPay(last)];
      await fast.start({ method: "hosted" });
      await stage.paid(first);
      for (const method of ["hosted", "card"])
        expect(await slow.start({ method })).toMatchObject({
          __typename: "PayIndexSaleError",
          message: "Not enough in stock: The last pot.",
          problems: [{ path: "stock", message: expect.stringContaining("The last pot") }],
        });
      slow.says({ languageCode: "zh" });
      expect(await slow.start({ method: "hosted" })).toMatchObject({
        message: "库存不足：The last pot。",
      });
      expect(await statusOf(second)).toMatchObject({ state: "none" });
    });

    test("a coupon for one order cannot be used by two orders that are paid at the same time", async () => {
      await createCoupon(stage.app, { code: "ONCE", percent: 50, usageLimit: 1 });
      const [one, other] = [await withCoupon("ONCE"), await withCoupon("ONCE")];
      await one.buyer.goTo("ArrangingPayment");
      await other.buyer.goTo("ArrangingPayment");
      const refused = await one.buyer.start({ method: "hosted" });
      expect(refused).toMatchObject({
        __typename: "PayIndexSaleError",
        message: "This coupon is no longer valid and was removed: ONCE.",
        problems: [{ path: "couponCodes", message: expect.stringContaining("ONCE") }],
      });
      expect(await readOrderRecord(stage.app, one.code)).toMatchObject({ total: 1999 });
      expect(await one.buyer.start({ method: "hosted" })).toMatchObject({ state: "REDIRECT" });
      expect(await other.buyer.start({ method: "hosted" })).toMatchObject({ state: "REDIRECT" });
      expect((await statusOf(one.code)).attempts[0]?.amount.minor).toBe(1999);
    });

    test("a paid order whose coupon other orders used up gets a review item", async () => {
      await createCoupon(stage.app, { code: "EARLY", percent: 50, usageLimit: 1 });
      const [one, other] = [await withCoupon("EARLY"), await withCoupon("EARLY")];
      for (const { buyer } of [one, other]) {
        await buyer.goTo("ArrangingPayment");
        expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "REDIRECT" });
        await buyer.goTo("AddingItems");
      }
      for (const { code } of [one, other]) expect(await stage.paid(code)).toBe("200 OK");
      const states = [
        await readOrderRecord(stage.app, one.code),
        await readOrderRecord(stage.app, other.code),
      ];
      expect(states.map(({ state }) => state)).toEqual(["PaymentSettled", "AddingItems"]);
      const { reviewItems } = await statusOf(other.code);
      expect(reviewItems.map(({ kind, problem }) => [kind, problem?.code])).toEqual([
        ["order-not-placed", "coupon_used_up"],
      ]);
    });

    test("a coupon that ends during the payment is still valid", async () => {
      await createCoupon(stage.app, { code: "TODAY", percent: 50, usageLimit: 1 });
      const { buyer, code } = await withCoupon("TODAY");
      await buyer.goTo("ArrangingPayment");
      await buyer.start({ method: "hosted" });
      const ctx = await createContext(stage.app);
      const promotions = stage.app.get(PromotionService);
      const { items } = await promotions.findAll(ctx, { filter: { couponCode: { eq: "TODAY" } } });
      await promotions.updatePromotion(ctx, { id: items[0]?.id ?? "", endsAt: new Date(0) });
      expect(await stage.paid(code)).toBe("200 OK");
      expect(await readOrderRecord(stage.app, code)).toMatchObject({ state: "PaymentSettled" });
    });

    test("an order that now costs less than its payment is placed, and its payment is recorded unchanged", async () => {
      const [cheap, dear] = [
        await sellProduct(stage.app, { name: "A leaf", price: 300 }),
        await sellProduct(stage.app, { name: "A pot", price: 1500 }),
      ];
      const buyer = stage.buyer();
      const { code } = await buyer.add(cheap);
      await buyer.add(dear);
      await buyer.fillIn();
      await buyer.goTo("ArrangingPayment");
      await buyer.ask(
        'mutation { addPaymentToOrder(input: { method: "voucher", metadata: {} }) { __typename } }',
      );
      await buyer.goTo("AddingItems");
      const { lines } = await buyer.ask("{ activeOrder { lines { id linePriceWithTax } } }");
      const pot = lines.find((line: { linePriceWithTax: number }) => line.linePriceWithTax === 1500);
      await buyer.ask("mutation ($id: ID!) { removeOrderLine(orderLineId: $id) { __typename } }", {
        id: pot.id,
      });
      await buyer.goTo("ArrangingPayment");
      expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "PAID" });
      const { state, payments } = await readOrderRecord(stage.app, code);
      expect([state, payments.map(({ amount }) => amount).sort()]).toEqual(["PaymentSettled", [0, 500]]);
    });

    test("an order that cost nothing keeps its buyer's address, as Vendure does", async () => {
      const gift = await sellProduct(stage.app, { name: "Another gift", price: 0 });
      const buyer = stage.buyer();
      const { code } = await buyer.add(gift);
      await buyer.fillIn({
        firstName: "Grace",
        lastName: "H",
        email: "grace@example.com",
        phone: "1",
        country: "US",
      });
      await buyer.goTo("ArrangingPayment");
      await buyer.start({ method: "hosted" });
      const ctx = await createContext(stage.app);
      const order = await stage.app.get(OrderService).findOneByCode(ctx, code, ["customer"]);
      const id = order?.customer?.id ?? "";
      expect(await stage.app.get(CustomerService).findAddressesByCustomerId(ctx, id)).toHaveLength(1);
    });

    test("a card is not asked for if the order has no plan for the method", async () => {
      const buyer = stage.buyer();
      await buyer.isReadyToPay(tea);
      expect(await buyer.start({ method: "subscription" })).toMatchObject({
        __typename: "PayIndexMethodError",
      });
    });

    test("an eligibility checker runs before the buyer is charged, and not after the payment (B-43)", async () => {
      await stage.app.get(PaymentMethodService).create(await createContext(stage.app), {
        code: "moody",
        enabled: true,
        checker: { code: "moody", arguments: [] },
        handler: { code: "pay-index", arguments: [{ name: "variant", value: "hosted" }] },
        translations: [{ languageCode: LanguageCode.en, name: "Moody", description: "" }],
      });
      const buyer = stage.buyer();
      const code = await buyer.isReadyToPay(tea);
      checkerResult = "Not on Sundays.";
      expect(
        await buyer.ask(
          'mutation { startPayIndexPayment(input: { method: "moody" }) { ... on IneligiblePaymentMethodError { errorCode eligibilityCheckerMessage } } }',
        ),
      ).toEqual({
        errorCode: "INELIGIBLE_PAYMENT_METHOD_ERROR",
        eligibilityCheckerMessage: "Not on Sundays.",
      });
      checkerResult = true;
      expect(await buyer.start({ method: "moody" })).toMatchObject({ state: "REDIRECT" });
      checkerResult = false;
      expect(await buyer.start({ method: "moody" })).toMatchObject({
        __typename: "IneligiblePaymentMethodError",
      });
      expect(await stage.paid(code)).toBe("200 OK");
      expect(await readOrderRecord(stage.app, code)).toMatchObject({
        state: "PaymentSettled",
        payments: [{ method: "moody", amount: 1999 }],
      });
    });

    test("an attempt is placed although its payment method was deleted (B-43)", async () => {
      const ctx = await createContext(stage.app);
      const methods = stage.app.get(PaymentMethodService);
      const { id } = await methods.create(ctx, {
        code: "gone-soon",
        enabled: true,
        handler: { code: "pay-index", arguments: [{ name: "variant", value: "hosted" }] },
        translations: [{ languageCode: LanguageCode.en, name: "Gone soon", description: "" }],
      });
      const buyer = stage.buyer();
      const code = await buyer.isReadyToPay(tea);
      await buyer.start({ method: "gone-soon" });
      await methods.delete(ctx, id, true);
      expect(await stage.paid(code)).toBe("200 OK");
      expect(await readOrderRecord(stage.app, code)).toMatchObject({
        state: "PaymentSettled",
        payments: [{ method: "gone-soon", amount: 1999 }],
      });
    });

    test.each([
      ["JPY", 150_000, "1500"],
      ["KWD", 1990, "19.900"],
    ])(
      "with two decimals for every currency, %s is charged with its own decimals and recorded with Vendure's (B-40)",
      async (currency, price, amount) => {
        const rare = await sellProduct(stage.app, { name: `Rare ${currency}`, price, currency });
        const buyer = stage.buyer({ currencyCode: currency });
        const code = await buyer.isReadyToPay(rare);
        await buyer.start({ method: "hosted" });
        expect(await stage.control.orderDetails(await stage.attempt(code))).toMatchObject({ amount });
        expect(await stage.paid(code)).toBe("200 OK");
        expect(await readOrderRecord(stage.app, code)).toMatchObject({
          state: "PaymentSettled",
          payments: [{ amount: price }],
        });
      },
    );

    test.each([
      ["JPY", 39_980, "400", "0.20 JPY"],
      ["JPY", 39_950, "400", "0.50 JPY"],
      ["JPY", 39_949, "399", "-0.49 JPY"],
    ])(
      "%s %i, which the currency does not have, is rounded as in Vendure, and staff see the difference (MON-ROUND)",
      async (currency, price, amount, roundingDifference) => {
        const odd = await sellProduct(stage.app, { name: `Odd ${currency}`, price, currency });
        const buyer = stage.buyer({ currencyCode: currency });
        const code = await buyer.isReadyToPay(odd);
        await buyer.start({ method: "hosted" });
        const displayed = new Intl.NumberFormat("en", { style: "currency", currency }).format(price / 100);
        expect(displayed).toBe(`¥${amount}`);
        expect(await stage.control.orderDetails(await stage.attempt(code))).toMatchObject({
          amount,
          currency,
        });
        expect(await stage.paid(code)).toBe("200 OK");
        const record = await readOrderRecord(stage.app, code);
        expect(record).toMatchObject({ state: "PaymentSettled", payments: [{ amount: price }] });
        const ctx = await createContext(stage.app);
        const order = await stage.app.get(OrderService).findOneByCode(ctx, code, ["payments"]);
        const roundedTo = `${amount} ${currency}`;
        expect(order?.payments).toMatchObject([{ metadata: { roundedTo, roundingDifference } }]);
        const history = await stage.app
          .get(HistoryService)
          .getHistoryForOrder(ctx, order?.id ?? "", false, {});
        const notes = history.items.filter(({ type }) => type === "ORDER_NOTE");
        expect(notes).toMatchObject([
          { isPublic: false, data: { note: expect.stringContaining(`Difference: ${roundingDifference}.`) } },
        ]);
      },
    );

    test("staff whose admin speaks zh_Hans read the handler in Chinese", async () => {
      const languageCode = LanguageCode.zh_Hans;
      const ctx = await stage.app.get(RequestContextService).create({ apiType: "admin", languageCode });
      expect(payIndexHandler.toGraphQlType(ctx)).toMatchObject({ description: "pay_index 支付网关" });
    });

    test("staff of the default channel see a payment of another channel, and so do staff of that channel", async () => {
      await createChannels(stage.app, [{ id: "1", key: "k", tenant: "north" }]);
      const cup = await sellProduct(stage.app, { name: "Northern cup", price: 500, channel: "north" });
      const buyer = stage.buyer({}, "north");
      const code = await buyer.isReadyToPay(cup);
      expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "REDIRECT" });
      expect(await stage.paid(code)).toBe("200 OK");
      const orders = stage.app.get(TransactionalConnection).rawConnection.getRepository(Order);
      const { id } = await orders.findOneByOrFail({ code });
      const staff = await StaffMember.signIn(stage.origin);
      const paymentQuery = "query ($id: ID!) { payIndexPayment(orderId: $id) { state attempts { state } } }";
      for (const headers of [{}, { "vendure-token": "north" }])
        expect(await staff.ask(paymentQuery, { id: String(id) }, headers)).toEqual({
          state: "PAID",
          attempts: [{ state: "PAID" }],
        });
    });

    test("staff can neither cancel nor settle a payment of the gateway, because this would not move the money (B-46)", async () => {
      const buyer = stage.buyer();
      const code = await buyer.isReadyToPay(tea);
      await buyer.start({ method: "hosted" });
      await stage.paid(code);
      const ctx = await createContext(stage.app);
      const orders = stage.app.get(OrderService);
      const order = await orders.findOneByCode(ctx, code, ["lines", "payments"]);
      const id = order?.payments[0]?.id ?? "";
      const connection = stage.app.get(TransactionalConnection);
      const cancelled = await connection.withTransaction(ctx, (tx) => orders.cancelPayment(tx, id));
      expect(cancelled).toMatchObject({ errorCode: "CANCEL_PAYMENT_ERROR" });
      const settled = await connection.withTransaction(ctx, (tx) => orders.settlePayment(tx, id));
      expect(settled).toHaveProperty("errorCode");
      expect(await readOrderRecord(stage.app, code)).toMatchObject({ payments: [{ state: "Settled" }] });
    });
  });
}
