import { type PayIndexPluginOptions, PayIndexService } from "@pay-index/vendure";
import { ConfigService, Injector, OrderService, TransactionalConnection } from "@vendure/core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createChannels } from "../conformance/channels.mts";
import type { TestDatabase } from "../conformance/test-database.mts";
import { createContext, decorateVariant, readOrderRecord, sellProduct } from "./catalog-and-orders.mts";
import { createCoupon, createShippingMethod, enableVoucherPayment, voucherHandler } from "./promotions.mts";
import { openTestShop, type TestShop } from "./test-shop.mts";

const placed = (amount: number, allocated = 1) => ({
  state: "PaymentSettled",
  active: false,
  payments: [{ amount, state: "Settled", method: "hosted", transactionId: expect.any(String) }],
  allocated,
});

/** What a buyer, the gateway and staff may do to an order, on a real Vendure. */
export function ordersSuite(name: string, makePlace: () => Promise<TestDatabase>): void {
  describe(`${name}: orders`, () => {
    let stage: TestShop;
    let tea: string;
    let changeItem: NonNullable<PayIndexPluginOptions["changeItem"]> = (item) => item;
    beforeAll(async () => {
      const changes = { paymentOptions: { paymentMethodHandlers: [voucherHandler] } };
      const plugin: Partial<PayIndexPluginOptions> = {
        changeItem: (item, about) => changeItem(item, about),
      };
      stage = await openTestShop({ place: await makePlace(), changes, plugin });
      await enableVoucherPayment(stage.app);
      tea = await sellProduct(stage.app, { name: "Tea", price: 1999 });
    }, 120_000);
    afterAll(() => stage?.close());

    const itemsOf = async (reference: string) =>
      (await stage.app.get(PayIndexService).gateway.status({ reference })).reviewItems.map(
        ({ kind, problem }) => [kind, problem?.code],
      );

    async function started(quantity = 1): Promise<{ buyer: ReturnType<TestShop["buyer"]>; code: string }> {
      const buyer = stage.buyer();
      const code = await buyer.isReadyToPay(tea, quantity);
      expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "REDIRECT" });
      return { buyer, code };
    }

    test("an item that is out of stock is not sold twice, and staff get a review item for the second payment (B-19)", async () => {
      const last = await sellProduct(stage.app, { name: "The last cup", price: 900, stock: 1 });
      const codes: string[] = [];
      const slow = stage.buyer();
      for (const buyer of [stage.buyer(), slow]) {
        codes.push(await buyer.isReadyToPay(last));
        await buyer.start({ method: "hosted" });
      }
      const [first = "", second = ""] = codes;
      expect(await stage.paid(first)).toBe("200 OK");
      expect(await stage.paid(second)).toBe("200 OK");
      expect(await readOrderRecord(stage.app, first)).toMatchObject(placed(900));
      expect(await readOrderRecord(stage.app, second)).toMatchObject({
        state: "ArrangingPayment",
        payments: [],
        allocated: 0,
      });
      expect(await itemsOf(second)).toEqual([["order-not-placed", "out_of_stock"]]);
      const status =
        "query ($code: String!) { payIndexPayment(orderCode: $code) { state placed beingChecked } }";
      const checked = { state: "PAID", placed: false, beingChecked: true };
      expect(await slow.ask(status, { code: second })).toEqual(checked);
    });

    test("an order is placed if the buyer returned to the cart and changed nothing", async () => {
      const { buyer, code } = await started();
      await buyer.goTo("AddingItems");
      await stage.paid(code);
      expect(await readOrderRecord(stage.app, code)).toMatchObject(placed(1999));
    });

    test("an order that another method paid is not paid twice in Vendure", async () => {
      const { buyer, code } = await started();
      for (let paid = 0; paid < 4; paid++) await payByVoucher(buyer);
      await stage.paid(code);
      expect((await readOrderRecord(stage.app, code)).payments).toHaveLength(4);
      expect(await itemsOf(code)).toEqual([["order-not-placed", "order_placed"]]);
    });

    describe("the sent items add up to the sale", () => {
      let cup: string;
      beforeAll(async () => {
        await createShippingMethod(stage.app, 350);
        await createCoupon(stage.app, { code: "TENTH", percent: 10 });
        cup = await sellProduct(stage.app, { name: "Cup", price: 333 });
      });

      async function sent(buyer: ReturnType<TestShop["buyer"]>) {
        const { items, warned } = await sentDetails(buyer);
        return { items, warned };
      }

      async function sentDetails(buyer: ReturnType<TestShop["buyer"]>) {
        const { code } = await buyer.ask("{ activeOrder { code } }");
        const before = stage.logged.length;
        expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "REDIRECT" });
        const { timeline } = await stage.control.orderDetails(await stage.attempt(code));
        const submitted = timeline.find((event) => event.type === "submitted");
        const list = submitted?.type === "submitted" ? submitted.fields.pay_productname : undefined;
        const items = JSON.parse(list ?? "[]") as Record<string, string>[];
        return {
          details: items.map(({ productImage, attributes }) => [productImage, attributes]),
          items: items.map(({ productName, price, quantity }) => `${productName} ${price} x ${quantity}`),
          warned: stage.logged.slice(before).filter((line) => line.includes("sale-warning")),
        };
      }

      async function filled(): Promise<ReturnType<TestShop["buyer"]>> {
        const buyer = stage.buyer();
        await buyer.add(cup, 3);
        await buyer.fillIn();
        const methods = await buyer.ask("{ eligibleShippingMethods { id price } }");
        const { id } = methods.find(({ price }: { price: number }) => price > 0);
        await buyer.ask(
          "mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { __typename } }",
          { id: [id] },
        );
        return buyer;
      }

      test("with the picture and the options of the variant, and without a picture that has no web address (PROD-IMAGE)", async () => {
        const [mug, pot] = [
          await sellProduct(stage.app, { name: "Mug", price: 500 }),
          await sellProduct(stage.app, { name: "Pot", price: 700 }),
        ];
        await decorateVariant(stage.app, mug, {
          preview: "https://cdn.shop.example/mug.png",
          options: { Size: "L", Colour: "Red" },
        });
        await decorateVariant(stage.app, pot, { preview: "pot.png", options: {} });
        const buyer = stage.buyer();
        for (const id of [mug, pot]) await buyer.add(id, 1);
        await buyer.fillIn();
        await buyer.goTo("ArrangingPayment");
        const { items, details, warned } = await sentDetails(buyer);
        expect(items).toEqual(["Mug 5.00 x 1", "Pot 7.00 x 1"]);
        expect(details).toEqual([
          ["https://cdn.shop.example/mug.png", "Colour: Red, Size: L"],
          [undefined, undefined],
        ]);
        expect(warned).toEqual([expect.stringContaining("item_image_left_out")]);
      });

      test("with the details of the option changeItem and their own price (PROD-CHANGE)", async () => {
        const asked: unknown[] = [];
        changeItem = (item, about) => {
          asked.push(about);
          return { ...item, price: 1, name: `Goods ${asked.length}` };
        };
        onTestFinished(() => {
          changeItem = (item) => item;
        });
        const buyer = await filled();
        const { code } = await buyer.ask("{ activeOrder { code } }");
        await buyer.goTo("ArrangingPayment");
        expect(await sent(buyer)).toEqual({
          items: ["Goods 1 3.33 x 3", "Goods 2 3.50 x 1"],
          warned: [],
        });
        expect(asked).toEqual([
          { reference: code, tenant: "default" },
          { reference: code, tenant: "default" },
        ]);
      });

      test("as one item if that function throws, and the buyer can pay (PROD-CHANGE)", async () => {
        changeItem = () => {
          throw new Error("no such product");
        };
        onTestFinished(() => {
          changeItem = (item) => item;
        });
        const buyer = await filled();
        const { code } = await buyer.ask("{ activeOrder { code } }");
        await buyer.goTo("ArrangingPayment");
        expect(await sent(buyer)).toEqual({
          items: [`Order ${code} 13.49 x 1`],
          warned: [expect.stringContaining("item_change_failed")],
        });
        expect(await stage.paid(code)).toBe("200 OK");
      });

      test("with shipping and a surcharge", async () => {
        const buyer = await filled();
        const { code } = await buyer.ask("{ activeOrder { code } }");
        await charge(stage, code, { description: "Gift\nwrap", listPrice: 250 });
        await buyer.goTo("ArrangingPayment");
        expect(await sent(buyer)).toEqual({
          items: ["Cup 3.33 x 3", "Gift wrap 2.50 x 1", "Shipping 3.50 x 1"],
          warned: [],
        });
      });

      test("with a discount that the pieces do not share evenly", async () => {
        const buyer = await filled();
        await buyer.ask('mutation { applyCouponCode(couponCode: "TENTH") { __typename } }');
        await buyer.goTo("ArrangingPayment");
        expect(await sent(buyer)).toEqual({ items: ["Cup × 3 8.99 x 1", "Shipping 3.50 x 1"], warned: [] });
      });

      test("with a deduction that is not an item, which is spread over the items (PROD-SPREAD)", async () => {
        const buyer = await filled();
        const { code } = await buyer.ask("{ activeOrder { code } }");
        await charge(stage, code, { description: "Goodwill", listPrice: -100 });
        await buyer.goTo("ArrangingPayment");
        expect(await sent(buyer)).toEqual({ items: ["Cup × 3 9.25 x 1", "Shipping 3.24 x 1"], warned: [] });
      });
    });

    test("a partly paid order is charged for its rest", async () => {
      const buyer = stage.buyer();
      const code = await buyer.isReadyToPay(tea);
      await payByVoucher(buyer);
      await buyer.start({ method: "hosted" });
      expect(await stage.control.orderDetails(await stage.attempt(code))).toMatchObject({ amount: "14.99" });
      await stage.paid(code);
      const { state, payments } = await readOrderRecord(stage.app, code);
      expect([state, payments.map(({ amount }) => amount).sort()]).toEqual(["PaymentSettled", [1499, 500]]);
    });

    test("an order that costs nothing is placed at once, without a request to the gateway", async () => {
      const gift = await sellProduct(stage.app, { name: "A gift", price: 0 });
      const buyer = stage.buyer();
      const code = await buyer.isReadyToPay(gift);
      const url = `${stage.origin}/orders/${code}`;
      expect(await buyer.start({ method: "hosted" })).toEqual({
        __typename: "PayIndexStarted",
        state: "PAID",
        url,
        attemptId: null,
        statusUrl: null,
      });
      expect(await readOrderRecord(stage.app, code)).toMatchObject({ state: "PaymentSettled", total: 0 });
      await expect(stage.attempt(code)).rejects.toThrow("nothing was started");
    });

    test("a refund opens a review item that says what to do", async () => {
      const { code } = await started();
      await stage.paid(code);
      const ctx = await createContext(stage.app);
      const service = stage.app.get(OrderService);
      const order = await service.findOneByCode(ctx, code, ["payments", "lines"]);
      const refund = await stage.app.get(TransactionalConnection).withTransaction(ctx, (tx) =>
        service.refundOrder(tx, {
          lines: [],
          shipping: 0,
          adjustment: 0,
          amount: 500,
          paymentId: order?.payments[0]?.id ?? "",
          reason: "cold",
        } as never),
      );
      expect(refund).toMatchObject({ state: "Pending", total: 500 });
      const given = { id: "id" in refund ? refund.id : "", transactionId: "back-office-7" };
      expect(await service.settleRefund(ctx, given)).toMatchObject({ state: "Settled", ...given });
      const { metadata } = await readOrderRecord(stage.app, code);
      expect(metadata).toEqual([
        expect.objectContaining({ refunds: expect.stringContaining("back office") }),
      ]);
    });

    test("a buyer in a channel without a merchant gets the error that the method is not offered (B-43)", async () => {
      await createChannels(stage.app, [{ id: "1", key: "k", tenant: "elsewhere" }]);
      const cup = await sellProduct(stage.app, { name: "Cup", price: 500, channel: "elsewhere" });
      const buyer = stage.buyer({}, "elsewhere");
      await buyer.isReadyToPay(cup);
      expect(await buyer.start({ method: "hosted" })).toMatchObject({
        __typename: "PayIndexNotOfferedError",
        errorCode: "PAY_INDEX_NOT_OFFERED_ERROR",
        message: "This payment method is not available here. Please choose another one.",
      });
      expect(await buyer.start({ method: "card" })).toMatchObject({ __typename: "PayIndexNotOfferedError" });
    });

    test("Vendure has the sweep as a scheduled task", async () => {
      const tasks = stage.app.get(ConfigService).schedulerOptions.tasks ?? [];
      const sweep = tasks.find(({ id }) => id === "pay-index-sweep");
      const swept = await sweep?.execute(new Injector(stage.app as never));
      expect(swept).toMatchObject({ payments: 0 });
    });
  });
}

function payByVoucher(buyer: ReturnType<TestShop["buyer"]>): Promise<unknown> {
  return buyer.ask(
    'mutation { addPaymentToOrder(input: { method: "voucher", metadata: {} }) { __typename } }',
  );
}

async function charge(
  { app }: TestShop,
  code: string,
  surcharge: { description: string; listPrice: number },
): Promise<void> {
  const ctx = await createContext(app);
  const order = await app.get(OrderService).findOneByCode(ctx, code);
  await app.get(TransactionalConnection).withTransaction(ctx, (tx) =>
    app.get(OrderService).addSurchargeToOrder(tx, order?.id ?? "", {
      ...surcharge,
      listPriceIncludesTax: true,
      taxLines: [],
      sku: "",
    }),
  );
}
