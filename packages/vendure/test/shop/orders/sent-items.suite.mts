import { OrderService } from "@vendure/core";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Buyer } from "../buyer.mts";
import { createContext, decorateVariant, readOrderRecord, sellProduct } from "../catalog-and-orders.mts";
import { createCoupon, createShippingMethod } from "../promotions.mts";
import type { TestShop } from "../test-shop.mts";
import { defaultFunctions, ownFunctions } from "./order-test-shop.mts";

/** The amount and the items of an order, as the gateway gets them. */
export function sentItemsSuite(shop: () => TestShop): void {
  test.each([
    ["JPY", 150_000, "1500", undefined],
    ["KWD", 1990, "19.900", undefined],
    ["JPY", 39_950, "400", "0.50 JPY"],
    ["JPY", 39_949, "399", "-0.49 JPY"],
  ])(
    "with two decimals for every currency, %s %i is charged as %s, and staff see a difference of %s (B-40, MON-ROUND)",
    async (currency, price, amount, roundingDifference) => {
      const variant = await sellProduct(shop().app, { name: "Rare", price, currency });
      const { code, orderId, attemptId } = await shop().startOrder({ variant, currency });
      expect(await shop().control.orderDetails(attemptId)).toMatchObject({ amount, currency });
      expect(await shop().paid(code)).toBe("200 OK");
      const { state, payments, metadata } = await readOrderRecord(shop().app, code);
      expect([state, payments[0]?.amount]).toEqual(["PaymentSettled", price]);
      expect(metadata[0]?.roundingDifference).toBe(roundingDifference);
      const notes = await shop().historyOf(orderId, "ORDER_NOTE");
      expect(notes.map(({ isPublic, data }) => [isPublic, data.note])).toEqual(
        roundingDifference === undefined
          ? []
          : [[false, expect.stringContaining(`Difference: ${roundingDifference}.`)]],
      );
    },
  );

  describe("the sent items add up to the sale", () => {
    let cup: string;
    beforeAll(async () => {
      await createShippingMethod(shop().app, 350);
      await createCoupon(shop().app, { code: "TENTH", percent: 10 });
      cup = await sellProduct(shop().app, { name: "Cup", price: 333 });
    });

    async function sent(buyer: Buyer, code: string) {
      await buyer.goTo("ArrangingPayment");
      const before = shop().logged.length;
      expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "REDIRECT" });
      const { timeline } = await shop().control.orderDetails(await shop().attempt(code));
      const submitted = timeline.find((event) => event.type === "submitted");
      const list = submitted?.type === "submitted" ? submitted.fields.pay_productname : undefined;
      const items = JSON.parse(list ?? "[]") as Record<string, string>[];
      return {
        details: items.map(({ productImage, attributes }) => [productImage, attributes]),
        items: items.map(({ productName, price, quantity }) => `${productName} ${price} x ${quantity}`),
        warned: shop()
          .logged.slice(before)
          .filter((line) => line.includes("sale-warning")),
      };
    }

    /** A cart with three cups, which are sent by post. */
    async function filled() {
      const buyer = shop().buyer();
      const { code } = await buyer.add(cup, 3);
      await buyer.fillIn();
      const methods = await buyer.ask("{ eligibleShippingMethods { id price } }");
      const { id } = methods.find(({ price }: { price: number }) => price > 0);
      const choose =
        "mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { __typename } }";
      await buyer.ask(choose, { id: [id] });
      return { buyer, code };
    }

    async function addSurcharge(code: string, description: string, listPrice: number) {
      const ctx = await createContext(shop().app);
      const orders = shop().app.get(OrderService);
      const order = await orders.findOneByCode(ctx, code);
      const surcharge = { description, listPrice, listPriceIncludesTax: true, taxLines: [], sku: "" };
      await shop().connection.withTransaction(ctx, (tx) =>
        orders.addSurchargeToOrder(tx, order?.id ?? "", surcharge),
      );
    }

    const applyCoupon = 'mutation { applyCouponCode(couponCode: "TENTH") { __typename } }';

    test.each<[string, (buyer: Buyer, code: string) => Promise<unknown>, string[]]>([
      [
        "with shipping and a surcharge",
        (_, code) => addSurcharge(code, "Gift\nwrap", 250),
        ["Cup 3.33 x 3", "Gift wrap 2.50 x 1", "Shipping 3.50 x 1"],
      ],
      [
        "with a discount that the pieces do not share evenly",
        (buyer) => buyer.ask(applyCoupon),
        ["Cup × 3 8.99 x 1", "Shipping 3.50 x 1"],
      ],
    ])("%s", async (_, prepare, items) => {
      const { buyer, code } = await filled();
      await prepare(buyer, code);
      expect(await sent(buyer, code)).toMatchObject({ items, warned: [] });
    });

    test("with the picture and the options of the variant, and without a picture that has no web address (PROD-IMAGE)", async () => {
      const [mug, pot] = [
        await sellProduct(shop().app, { name: "Mug", price: 500 }),
        await sellProduct(shop().app, { name: "Pot", price: 700 }),
      ];
      const preview = "https://cdn.shop.example/mug.png";
      await decorateVariant(shop().app, mug, { preview, options: { Size: "L", Colour: "Red" } });
      await decorateVariant(shop().app, pot, { preview: "pot.png", options: {} });
      const buyer = shop().buyer();
      await buyer.add(mug);
      const { code } = await buyer.add(pot);
      await buyer.fillIn();
      expect(await sent(buyer, code)).toEqual({
        items: ["Mug 5.00 x 1", "Pot 7.00 x 1"],
        details: [
          [preview, "Colour: Red, Size: L"],
          [undefined, undefined],
        ],
        warned: [expect.stringContaining("item_image_left_out")],
      });
    });

    test("with the details of the option changeItem and their own price (PROD-CHANGE)", async () => {
      onTestFinished(() => void Object.assign(ownFunctions, defaultFunctions));
      const asked: unknown[] = [];
      ownFunctions.changeItem = (item, about) => {
        asked.push(about);
        return { ...item, price: 1, name: `Goods ${asked.length}` };
      };
      const { buyer, code } = await filled();
      const items = ["Goods 1 3.33 x 3", "Goods 2 3.50 x 1"];
      expect(await sent(buyer, code)).toMatchObject({ items, warned: [] });
      expect(asked).toEqual(items.map(() => ({ reference: code, tenant: "default" })));
    });
  });
}
