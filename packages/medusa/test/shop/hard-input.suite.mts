import { createRequire } from "node:module";
import { searchSelfTestCard } from "@pay-index/conformance/card-canary";
import {
  connectionSuite,
  refusedNotificationSuite,
  type SubmittedPaymentAddresses,
  toSubmittedPaymentAddresses,
} from "@pay-index/conformance/connections";
import { describe, expect, test } from "vitest";
import { Buyer } from "./buyer.mts";
import { expectedCapturedOrder, readOrderRecords, readSessions } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import { setPrice, setStock } from "./stock-and-prices.mts";
import type { TestShop } from "./test-shop.mts";

const require = createRequire(import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: what a server answers; the tests say what they expect of it
type Any = any;

/** What storefronts, buyers and gateways get wrong: a coded error in Medusa's shape or one plain word, and nothing half done. */
export function hardInputSuite(open: () => TestShop): void {
  const stateOf = async (cartId: string) => (await open().payIndex.paymentOfCart(cartId)).state;

  async function ready(wanted: object = {}) {
    const buyer = open().buyer();
    return { buyer, cartId: await buyer.isReadyToPay(open().shop, wanted) };
  }

  async function notifyUrl(cartId: string): Promise<string> {
    const details = await open().control.orderDetails(open().attempt(cartId));
    const submitted = details.timeline.find((event) => event.type === "submitted");
    return submitted?.type === "submitted" ? (submitted.fields.pay_notifyurl ?? "") : "";
  }

  describe("notifications", () => {
    let cart: Promise<string> | undefined;
    async function begun(): Promise<string> {
      const { buyer, cartId } = await ready();
      await buyer.start();
      return cartId;
    }

    async function reachable(): Promise<SubmittedPaymentAddresses> {
      cart ??= begun();
      return toSubmittedPaymentAddresses(
        open().origin,
        await open().control.orderDetails(open().attempt(await cart)),
      );
    }
    connectionSuite("Medusa", reachable);
    refusedNotificationSuite(async () => ({
      ...(await reachable()),
      expectNothingStored: async () => expect(await readOrderRecords(open(), (await cart) ?? "")).toEqual([]),
    }));

    test("the access log never contains the secret part of the notify address", async () => {
      const { buyer, cartId } = await ready();
      await buyer.start();
      await open().paid(cartId);
      const log = (globalThis as Any)[Symbol.for("pay-index test access log")] as string[];
      expect(log).toContain(`/hooks/pay-index/notify/${open().attempt(cartId)}/...`);
      const [secret = ""] = (await notifyUrl(cartId)).split("/").slice(-1);
      expect(secret).toHaveLength(26);
      expect(log.join("\n")).not.toContain(secret);
    });
  });

  describe("a payment that starts", () => {
    /** For what is refused, one cart is enough. */
    let one: ReturnType<typeof ready> | undefined;
    const refusedCart = () => (one ??= ready());

    test.each<[string, object, string, RegExp]>([
      ["nothing", {}, "body_invalid", /cart_id/],
      ["a cart that is no text", { cart_id: [] }, "body_invalid", /cart_id/],
      ["a field that there is not", { cart_id: "c", amount: 1 }, "body_invalid", /amount/],
      ["a cart that there is not", { cart_id: "cart_none" }, "cart_unknown", /./],
      ["a cart id with a NUL", { cart_id: "cart_\0" }, "cart_unknown", /./],
    ])("with %s", async (...[, body, code, named]) => {
      const answer = await open().buyer().raw("/store/pay-index/payments", body);
      expect(answer).toMatchObject({
        status: code === "cart_unknown" ? 404 : 400,
        body: { code: `pay_index_${code}` },
      });
      expect(JSON.stringify(answer.body)).toMatch(named);
    });

    test("without a publishable key is refused", async () => {
      const { cartId } = await refusedCart();
      const stranger = new Buyer(open().origin, "");
      stranger.cartId = cartId;
      expect(await stranger.start()).toMatchObject({ status: 400, body: { type: "not_allowed" } });
      expect(await stateOf(cartId)).toBe("none");
    });

    test("with an empty cart without e-mail and shipping is refused, and the answer names every problem", async () => {
      const buyer = open().buyer();
      const { cart } = await buyer.ask("/store/carts", { region_id: open().shop.regionId });
      buyer.cartId = cart.id;
      const { status, body } = await buyer.start();
      expect(status).toBe(400);
      expect(body).toMatchObject({ type: "invalid_data", code: "pay_index_cart_incomplete" });
      expect(body.problems.map(({ path }: Any) => path)).toEqual(["items", "email"]);
      expect(body.message).toBe("Your cart is empty. Please enter: e-mail address.");
      expect((await buyer.start({ language: "ar" })).body.message).toMatch(/^سلة التسوق فارغة\./);
    });

    test("without a shipping method is refused for goods that need shipping", async () => {
      const buyer = open().buyer();
      await buyer.cart(open().shop, { email: "ada@example.com" });
      expect((await buyer.start({ language: "zh-CN" })).body).toMatchObject({
        message: "请选择配送方式。",
        problems: [{ path: "shipping_methods" }],
      });
    });

    test("without the fields that the gateway requires is refused, and the answer names all of them", async () => {
      const buyer = open().buyer();
      await buyer.cart(open().shop, { email: "ada@example.com" });
      await buyer.ship(open().shop);
      const { body } = await buyer.start();
      expect(body).toMatchObject({ code: "pay_index_sale_invalid" });
      expect(body.problems.map(({ path }: Any) => path)).toEqual([
        "shipping_address.first_name",
        "shipping_address.last_name",
        "shipping_address.phone",
        "shipping_address.country_code",
      ]);
      expect(body.message).toBe("Please enter: first name, last name, phone number, country.");
      expect(await stateOf(buyer.cartId)).toBe("none");
    });

    test.each([
      ["pp_system_default", "provider_unknown"],
      ["pp_pay-index_gold", "provider_unknown"],
      ["", "provider_unknown"],
      ["pp_pay-index_hosted_berlin", "not_offered"],
    ])("by the provider %j is refused", async (provider_id, code) => {
      const { buyer, cartId } = await refusedCart();
      expect(await buyer.start({ provider_id })).toMatchObject({
        status: 400,
        body: { code: `pay_index_${code}` },
      });
      expect(await stateOf(cartId)).toBe("none");
    });

    test("in a region that does not offer the provider is refused", async () => {
      const query = open().container.resolve("query") as Any;
      const { data } = await query.graph({
        entity: "region",
        fields: ["id"],
        filters: { name: "Bare" },
      });
      const { buyer } = await ready({ region: data[0].id, country: "de" });
      expect((await buyer.start()).body).toMatchObject({ code: "pay_index_not_offered" });
    });

    test("for more items than the stock has is refused", async () => {
      const { buyer, cartId } = await refusedCart();
      await setStock(open(), 0);
      try {
        expect((await buyer.start({ language: "zh-CN" })).body).toMatchObject({
          code: "pay_index_cart_incomplete",
          message: "购物车中有商品库存不足。请修改购物车。",
          problems: [{ path: "items", message: "Some variant does not have the required inventory" }],
        });
      } finally {
        await setStock(open(), 100_000);
      }
      expect(await stateOf(cartId)).toBe("none");
    });

    test("with a deleted region is refused, and the answer names the region", async () => {
      const { buyer, cartId } = await ready();
      await runSql(open(), "UPDATE cart SET region_id = NULL WHERE id = $1", [cartId]);
      expect((await buyer.start()).body).toMatchObject({
        code: "pay_index_cart_incomplete",
        problems: [{ path: "region" }],
      });
    });

    test("with a credit of the whole amount or more has nothing to pay", async () => {
      const { buyer, cartId } = await ready();
      const { createCartCreditLinesWorkflow } = require("@medusajs/medusa/core-flows");
      for (const amount of [24.99, 10]) {
        const input = [{ cart_id: cartId, amount, reference: "voucher", reference_id: "1" }];
        await createCartCreditLinesWorkflow(open().container).run({ input });
        expect((await buyer.start()).body).toMatchObject({ code: "pay_index_nothing_to_pay" });
      }
      expect(await stateOf(cartId)).toBe("none");
    });

    test("with a credit of a part charges the rest, and the order is paid", async () => {
      const { buyer, cartId } = await ready();
      const { createCartCreditLinesWorkflow } = require("@medusajs/medusa/core-flows");
      const input = [{ cart_id: cartId, amount: 4.99, reference: "voucher", reference_id: "1" }];
      await createCartCreditLinesWorkflow(open().container).run({ input });
      await buyer.start();
      await open().paid(cartId);
      expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(20)]);
    });

    test("after the price changed charges the new amount", async () => {
      const { buyer, cartId } = await ready();
      await buyer.initiate("pp_pay-index_hosted");
      await setPrice(open(), 29.99);
      try {
        await buyer.start();
      } finally {
        await setPrice(open(), 19.99);
      }
      const { attempts } = await open().payIndex.paymentOfCart(cartId);
      expect(attempts).toMatchObject([{ amount: { minor: 3499, currency: "USD" } }]);
      expect(await readSessions(open(), cartId)).toMatchObject([{ amount: 34.99 }]);
    });

    test("with a tax that has more digits than the currency charges an amount that is rounded once", async () => {
      const { buyer, cartId } = await ready({ country: "us" });
      const { status, body } = await buyer.start();
      expect(status, JSON.stringify(body)).toBe(200);
      const [session] = await readSessions(open(), cartId);
      expect(session.amount).toBeCloseTo(26.801775, 10);
      await open().paid(cartId);
      expect((await open().payIndex.paymentOfCart(cartId)).attempts).toMatchObject([
        { amount: { minor: 2680, currency: "USD" } },
      ]);
      const [order] = await readOrderRecords(open(), cartId);
      expect(order.payments).toMatchObject([{ captured: [expect.closeTo(26.801775, 10)] }]);
      expect((await readSessions(open(), cartId))[0].data).toMatchObject({
        rounded_to: "26.80 USD",
        rounding_difference: "-0.001775 USD",
      });
      expect(order.paid).toBeCloseTo(order.total, 10);
    });

    test.each([
      [399.8, 400, "0.2 JPY"],
      [399.5, 400, "0.5 JPY"],
      [399.49, 399, "-0.49 JPY"],
    ])(
      "for %f yen, which the currency does not have, charges %i (MON-ROUND)",
      async (...[total, charged, difference]) => {
        const { buyer, cartId } = await inJapan(total);
        await buyer.start();
        await open().paid(cartId);
        expect((await open().payIndex.paymentOfCart(cartId)).attempts).toMatchObject([
          { amount: { minor: charged, currency: "JPY" } },
        ]);
        expect(await readOrderRecords(open(), cartId)).toMatchObject([{ paid: total, total }]);
        expect((await readSessions(open(), cartId))[0].data).toMatchObject({
          rounded_to: `${charged} JPY`,
          rounding_difference: difference,
        });
      },
    );

    test("for an amount that rounds to 0 has nothing to pay", async () => {
      const { buyer, cartId } = await inJapan(0.4);
      expect((await buyer.start()).body).toMatchObject({ code: "pay_index_nothing_to_pay" });
      expect(await stateOf(cartId)).toBe("none");
    });

    /** A cart in yen that a credit brings down to this total. */
    async function inJapan(total: number) {
      const query = open().container.resolve("query") as Any;
      const filters = { name: "Japan" };
      const { data } = await query.graph({ entity: "region", fields: ["id"], filters });
      const { buyer, cartId } = await ready({ region: data[0].id, country: "jp" });
      const { createCartCreditLinesWorkflow } = require("@medusajs/medusa/core-flows");
      const input = [{ cart_id: cartId, amount: 2500 - total, reference: "voucher", reference_id: "1" }];
      await createCartCreditLinesWorkflow(open().container).run({ input });
      return { buyer, cartId };
    }
  });

  test("only the customer can pay the cart of an account", async () => {
    const owner = open().buyer();
    await owner.register("lin@example.com");
    const cartId = await owner.isReadyToPay(open().shop);
    await owner.ask(`/store/carts/${cartId}/customer`, {});
    expect(await owner.start()).toMatchObject({ status: 200 });
    expect(await owner.status()).toMatchObject({ status: 200 });
    // Medusa shows a session to whoever knows its cart: nothing of the customer is in it.
    expect(JSON.stringify(await readSessions(open(), cartId))).not.toContain("lin@example.com");
    const stranger = open().buyer();
    stranger.cartId = cartId;
    for (const answer of [await stranger.start(), await stranger.status()])
      expect(answer).toMatchObject({
        status: 404,
        body: { type: "not_found", code: "pay_index_cart_unknown" },
      });
  });

  test("a cart of another sales channel is unknown", async () => {
    const { cartId } = await ready();
    const run = async (name: string, input: object): Promise<Any> =>
      (await require("@medusajs/medusa/core-flows")[name](open().container).run({ input })).result;
    const [channel] = await run("createSalesChannelsWorkflow", { salesChannelsData: [{ name: "Fair" }] });
    const [key] = await run("createApiKeysWorkflow", {
      api_keys: [{ title: "Fair", type: "publishable", created_by: "" }],
    });
    await run("linkSalesChannelsToApiKeyWorkflow", { id: key.id, add: [channel.id] });
    const visitor = new Buyer(open().origin, key.token);
    visitor.cartId = cartId;
    for (const answer of [await visitor.start(), await visitor.status()])
      expect(answer).toMatchObject({ status: 404, body: { code: "pay_index_cart_unknown" } });
  });

  describe("cards", () => {
    test("the plugin refuses card data in a session, and neither stores nor logs them (B-50)", async () => {
      const { buyer } = await ready();
      for (const data of [
        { pan: searchSelfTestCard.number },
        { note: `my card is ${searchSelfTestCard.number}` },
        { deep: [{ cvv: searchSelfTestCard.cvv }] },
        { number: Number(searchSelfTestCard.number) },
      ])
        expect(await buyer.initiate("pp_pay-index_card", data)).toMatchObject({
          status: 400,
          body: { type: "invalid_data", code: "pay_index_card_data" },
        });
      expect(await buyer.initiate("pp_pay-index_card", { colour: "red" })).toMatchObject({ status: 200 });
      const [session] = await readSessions(open(), buyer.cartId);
      expect(Object.keys(session.data).sort()).toEqual([
        "amount",
        "attempt_id",
        "charged_amount",
        "currency",
        "cycle",
        "rounded_to",
        "rounding_difference",
        "seal",
        "state",
        "transaction",
        "variant",
      ]);
    });

    test("for an item that sold out charge nothing, and the answer names the reason", async () => {
      const { buyer, cartId } = await ready();
      const { body } = await buyer.start({ provider_id: "pp_pay-index_card" });
      await setStock(open(), 0);
      try {
        const { status, text } = await buyer.postCard(body.payment);
        expect(status).toBe(422);
        expect(text).toContain("The shop does not have enough of an item in your cart.");
        expect(text).not.toContain("variant");
      } finally {
        await setStock(open(), 100_000);
      }
      expect(await stateOf(cartId)).toBe("none");
    });
  });
}
