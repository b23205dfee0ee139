import { searchSelfTestCard } from "@pay-index/conformance/card-canary";
import { describe, expect, test } from "vitest";
import {
  connectionSuite,
  refusedNotificationSuite,
  type SubmittedPaymentAddresses,
  toSubmittedPaymentAddresses,
} from "../../../../tests/connections/index.ts";
import type { Any } from "./any.mts";
import { Buyer } from "./buyer.mts";
import { readOrderRecords, readSessions } from "./order-records.mts";
import { setStock } from "./stock-and-prices.mts";
import type { TestShop } from "./test-shop.mts";

/** What storefronts, buyers and gateways get wrong: a coded error in Medusa's shape or one plain word, and nothing half done. */
export function hardInputSuite(open: () => TestShop): void {
  type Cart = Awaited<ReturnType<TestShop["ready"]>>;

  const isNotStarted = async (cartId: string) =>
    expect((await open().payIndex.paymentOfCart(cartId)).state).toBe("none");

  async function isRefused({ buyer, cartId }: Cart, code: string, more: object = {}): Promise<Any> {
    const { status, body } = await buyer.start(more);
    expect([status, body.code]).toEqual([400, `pay_index_${code}`]);
    await isNotStarted(cartId);
    return { message: body.message, paths: body.problems.map(({ path }: Any) => path) };
  }

  describe("notifications", () => {
    let cart: ReturnType<TestShop["begun"]> | undefined;
    async function reachable(): Promise<SubmittedPaymentAddresses> {
      cart ??= open().begun();
      const { attemptId } = await cart;
      return toSubmittedPaymentAddresses(open().origin, await open().control.orderDetails(attemptId));
    }
    connectionSuite("Medusa", reachable);
    refusedNotificationSuite(async () => ({
      ...(await reachable()),
      expectNothingStored: async () => open().isNotPlaced((await cart)?.cartId ?? ""),
    }));

    test("the access log never contains the secret part of the notify address", async () => {
      const { attemptId } = await open().paidOrder();
      const { timeline } = await open().control.orderDetails(attemptId);
      const submitted = timeline.find((event) => event.type === "submitted");
      const secret = submitted?.fields.pay_notifyurl?.split("/").at(-1) ?? "";
      const log = (globalThis as Any)[Symbol.for("pay-index test access log")] as string[];
      expect(log).toContain(`/hooks/pay-index/notify/${attemptId}/...`);
      expect(secret).toHaveLength(26);
      expect(log.join("\n")).not.toContain(secret);
    });
  });

  describe("a payment that starts", () => {
    test.each<[string, object, string]>([
      ["nothing", {}, "body_invalid"],
      ["a cart that is no text", { cart_id: [] }, "body_invalid"],
      ["a field that there is not", { cart_id: "c", amount: 1 }, "body_invalid"],
      ["a cart that there is not", { cart_id: "cart_none" }, "cart_unknown"],
      ["a cart id with a NUL", { cart_id: "cart_\0" }, "cart_unknown"],
    ])("with %s", async (...[, body, code]) => {
      const answer = await open().buyer().raw("/store/pay-index/payments", body);
      const status = code === "cart_unknown" ? 404 : 400;
      expect(answer).toMatchObject({ status, body: { code: `pay_index_${code}` } });
    });

    test("with an incomplete cart is refused, and the answer names every problem", async () => {
      const buyer = open().buyer();
      const { cart } = await buyer.ask("/store/carts", { region_id: open().shop.regionId });
      buyer.cartId = cart.id;
      const empty = { buyer, cartId: cart.id };
      expect(await isRefused(empty, "cart_incomplete")).toEqual({
        message: "Your cart is empty. Please enter: e-mail address.",
        paths: ["items", "email"],
      });
      const unshipped = { buyer, cartId: await buyer.cart(open().shop, { email: "ada@example.com" }) };
      expect(await isRefused(unshipped, "cart_incomplete", { language: "zh-CN" })).toEqual({
        message: "请选择配送方式。",
        paths: ["shipping_methods"],
      });
      await buyer.ship(open().shop);
      expect(await isRefused(unshipped, "sale_invalid")).toEqual({
        message: "Please enter: first name, last name, phone number, country.",
        paths: ["first_name", "last_name", "phone", "country_code"].map((name) => `shipping_address.${name}`),
      });
    });

    test("by a provider that is not offered is refused", async () => {
      const cart = await open().ready();
      for (const provider_id of ["pp_system_default", "pp_pay-index_gold", ""])
        await isRefused(cart, "provider_unknown", { provider_id });
      await isRefused(cart, "not_offered", { provider_id: "pp_pay-index_hosted_berlin" });
      const { id: region } = await open().first("region", ["id"], { name: "Bare" });
      await isRefused(await open().ready({ region, country: "de" }), "not_offered");
    });

    test("for more items than the stock has is refused, by a click and by the card form", async () => {
      const cart = await open().ready();
      const { body } = await cart.buyer.start({ provider_id: "pp_pay-index_card" });
      await setStock(open(), 0);
      expect(await isRefused(cart, "cart_incomplete", { language: "zh-CN" })).toEqual({
        message: "购物车中有商品库存不足。请修改购物车。",
        paths: ["items"],
      });
      const { status, text } = await cart.buyer.postCard(body.payment);
      expect(status).toBe(422);
      expect(text).toContain("The shop does not have enough of an item in your cart.");
      expect(text).not.toContain("variant");
      await isNotStarted(cart.cartId);
    });

    const credit = ({ cartId: cart_id }: Cart, amount: number) =>
      open().run("createCartCreditLinesWorkflow", [
        { cart_id, amount, reference: "voucher", reference_id: "1" },
      ]);

    test("with a credit charges the rest, and has nothing to pay if there is none", async () => {
      const [part, all] = [await open().ready(), await open().ready()];
      await credit(part, 4.99);
      await part.buyer.start();
      await open().paid(part.cartId);
      await open().isPlaced(part.cartId, 20);
      for (const amount of [24.99, 10]) {
        await credit(all, amount);
        await isRefused(all, "nothing_to_pay");
      }
    });

    test("for 399.5 yen, which the currency does not have, charges the next amount (MON-ROUND)", async () => {
      const { id: region } = await open().first("region", ["id"], { name: "Japan" });
      const cart = await open().ready({ region, country: "jp" });
      await credit(cart, 2100.5);
      await cart.buyer.start();
      await open().paid(cart.cartId);
      expect((await open().payIndex.paymentOfCart(cart.cartId)).attempts).toMatchObject([
        { amount: { minor: 400 } },
      ]);
      const exactly = expect.closeTo(399.5, 10);
      expect(await readOrderRecords(open(), cart.cartId)).toMatchObject([
        { paid: exactly, total: exactly, payments: [{ captured: [exactly] }] },
      ]);
      expect(await readSessions(open(), cart.cartId)).toMatchObject([
        { amount: exactly, data: { rounding_difference: "0.5 JPY" } },
      ]);
    });
  });

  test("only the customer, in the cart's sales channel, can pay the cart of an account", async () => {
    const { buyer: owner, cartId } = await open().ready();
    await owner.register("lin@example.com");
    await owner.ask(`/store/carts/${cartId}/customer`, {});
    for (const answer of [await owner.start(), await owner.status()])
      expect(answer).toMatchObject({ status: 200 });
    // Medusa shows a session to whoever knows its cart: nothing of the customer is in it.
    expect(JSON.stringify(await readSessions(open(), cartId))).not.toContain("lin@example.com");

    const guest = await open().ready();
    const salesChannelsData = [{ name: "Fair" }];
    const [channel] = await open().run("createSalesChannelsWorkflow", { salesChannelsData });
    const api_keys = [{ title: "Fair", type: "publishable", created_by: "" }];
    const [key] = await open().run("createApiKeysWorkflow", { api_keys });
    await open().run("linkSalesChannelsToApiKeyWorkflow", { id: key.id, add: [channel.id] });
    for (const [stranger, id] of [
      [open().buyer(), cartId],
      [new Buyer(open().origin, key.token), guest.cartId],
    ] as const) {
      stranger.cartId = id;
      for (const answer of [await stranger.start(), await stranger.status()])
        expect(answer).toMatchObject({ status: 404, body: { code: "pay_index_cart_unknown" } });
    }
  });

  test("the plugin refuses card data in a session, and neither stores nor logs them (B-50)", async () => {
    const { buyer, cartId } = await open().ready();
    for (const data of [
      { note: `my card is ${searchSelfTestCard.number}` },
      { deep: [{ cvv: searchSelfTestCard.cvv }] },
    ])
      expect(await buyer.initiate("pp_pay-index_card", data)).toMatchObject({
        status: 400,
        body: { type: "invalid_data", code: "pay_index_card_data" },
      });
    expect(await buyer.initiate("pp_pay-index_card", { colour: "red" })).toMatchObject({ status: 200 });
    const [session] = await readSessions(open(), cartId);
    expect(session.data).not.toHaveProperty("colour");
    expect(JSON.stringify([session, open().logged])).not.toContain(searchSelfTestCard.number);
  });
}
