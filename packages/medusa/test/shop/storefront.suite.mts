import { createRequire } from "node:module";
import { Client } from "@medusajs/js-sdk";
import * as asModule from "@pay-index/medusa/storefront";
import { describe, expect, test } from "vitest";
import { toProviderId } from "../../src/provider-id.ts";
import type { TestShop } from "./test-shop.mts";

const commonJsModule: typeof asModule = createRequire(import.meta.url)("@pay-index/medusa/storefront");

const createSdk = ({ origin, shop }: TestShop, publishableKey = shop.publishableKey) => ({
  client: new Client({ baseUrl: origin, publishableKey }),
});

/** The calls of a storefront, by js-sdk: as a module and as CommonJS. */
export function storefrontSuite(open: () => TestShop): void {
  describe.each([
    ["import", asModule],
    ["require", commonJsModule],
  ])("%s", (_, { createPayIndexClient }) => {
    test("starts a payment, and reads its state until the order is placed", async () => {
      const pay = createPayIndexClient(createSdk(open()));
      const cart_id = await open().buyer().isReadyToPay(open().shop);
      expect(await pay.status(cart_id)).toEqual({ state: "none", placed: false, being_checked: false });
      const provider_id = toProviderId({ variant: "apm", tenant: "default" });
      const headers = { "user-agent": "Storefront/1.0" };
      const started = await pay.start({ cart_id, provider_id, method: "ideal" }, headers);
      expect(started).toMatchObject({ state: "redirect", url: expect.stringContaining(open().sandbox.url) });
      expect(await pay.start({ cart_id, method: "ideal" }, headers)).toEqual(started);
      expect(await pay.status(cart_id)).toEqual({ state: "pending", placed: false, being_checked: false });
      await open().paid(cart_id);
      expect(await pay.status(cart_id)).toEqual({
        state: "paid",
        placed: true,
        being_checked: false,
        order_id: expect.stringMatching(/^order_/),
      });
    });

    test("a refusal has a code, problems in the cart's words and a message for the buyer", async () => {
      const pay = createPayIndexClient(createSdk(open()));
      const named = { first_name: "Ada", last_name: "Lovelace", country_code: "gb" };
      const street = { address_1: "1 Main Street", city: "London", postal_code: "N1 1AA" };
      const address = { ...named, ...street, phone: " " };
      const wanted = { shipping_address: address, billing_address: address };
      const cart_id = await open().buyer().isReadyToPay(open().shop, wanted);
      const provider_id = toProviderId({ variant: "hosted", tenant: "default" });
      const refusalIn = (language?: string) =>
        pay.start({ cart_id, provider_id, language }).catch((error: unknown) => error);
      expect(await refusalIn()).toMatchObject({
        name: "PayIndexRequestError",
        status: 400,
        code: "pay_index_sale_invalid",
        message: "Please enter: phone number.",
        problems: [{ path: "billing_address.phone", message: "Please enter: phone number." }],
      });
      expect(await refusalIn("zh-CN")).toMatchObject({ message: "请填写：电话号码。" });
    });

    test("a cart that is not ready is refused with the reason", async () => {
      const pay = createPayIndexClient(createSdk(open()));
      const cart_id = await open().buyer().cart(open().shop);
      const provider_id = toProviderId({ variant: "hosted", tenant: "default" });
      const failed = await pay.start({ cart_id, provider_id }).catch((error: unknown) => error);
      expect(failed).toMatchObject({
        name: "PayIndexRequestError",
        status: 400,
        code: "pay_index_cart_incomplete",
        message: "Please enter: e-mail address. Please choose a shipping method.",
      });
      await expect(pay.status("cart_of_nobody")).rejects.toMatchObject({ status: 404 });
      await expect(createPayIndexClient(createSdk(open(), "pk_wrong")).status(cart_id)).rejects.toMatchObject(
        {
          status: 400,
        },
      );
    });

    test("a cart that is paid once starts no subscription, and a buyer without a login sees none", async () => {
      const pay = createPayIndexClient(createSdk(open()));
      expect(await pay.subscription(await open().buyer().isReadyToPay(open().shop))).toBeNull();
      await expect(pay.subscription("cart_of_nobody")).rejects.toMatchObject({ status: 404 });
      await expect(pay.subscriptions()).rejects.toMatchObject({ status: 401 });
    });

    test("a card form has an address and a token, because js-sdk does not send cards", async () => {
      const cart_id = await open().buyer().isReadyToPay(open().shop);
      const provider_id = toProviderId({ variant: "card", tenant: "default" });
      expect(await createPayIndexClient(createSdk(open())).start({ cart_id, provider_id })).toEqual({
        state: "card_form",
        action: expect.stringMatching(`^${open().origin}/hooks/pay-index/card/`),
        form_token: expect.any(String),
      });
    });
  });

  test("the client detects the plugin's providers by their ids, and no others", () => {
    const { isPayIndexProvider } = asModule;
    expect(isPayIndexProvider(toProviderId({ variant: "apm", tenant: "berlin" }))).toBe(true);
    expect([undefined, "pp_system_default", "pp_stripe_stripe"].map(isPayIndexProvider)).toEqual([
      false,
      false,
      false,
    ]);
  });
}
