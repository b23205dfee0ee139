import { createRequire } from "node:module";
import { Client } from "@medusajs/js-sdk";
import * as asModule from "@pay-index/medusa/storefront";
import { expect, test } from "vitest";
import { toProviderId } from "../../src/provider-id.ts";
import { home } from "./buyer.mts";
import type { TestShop } from "./test-shop.mts";

const commonJsModule: typeof asModule = createRequire(import.meta.url)("@pay-index/medusa/storefront");

/** The calls of a storefront, by js-sdk: as a module and as CommonJS. */
export function storefrontSuite(open: () => TestShop): void {
  const createClient = (
    publishableKey = open().shop.publishableKey,
    { createPayIndexClient }: Pick<typeof asModule, "createPayIndexClient"> = asModule,
  ) => createPayIndexClient({ client: new Client({ baseUrl: open().origin, publishableKey }) });

  test("by import and by require, a client starts a payment, and reads its state until the order is placed", async () => {
    const [pay, required] = [createClient(), createClient(undefined, commonJsModule)];
    const { cartId: cart_id } = await open().ready();
    expect(await required.status(cart_id)).toEqual({ state: "none", placed: false, being_checked: false });
    const provider_id = toProviderId({ variant: "apm", tenant: "default" });
    const headers = { "user-agent": "Storefront/1.0" };
    const started = await pay.start({ cart_id, provider_id, method: "ideal" }, headers);
    expect(started).toMatchObject({ state: "redirect", url: expect.stringContaining(open().sandbox.url) });
    expect(await required.start({ cart_id, method: "ideal" }, headers)).toEqual(started);
    await open().paid(cart_id);
    expect(await pay.status(cart_id)).toMatchObject({
      ...{ state: "paid", placed: true, order_id: expect.stringMatching(/^order_/) },
    });
    expect(await pay.subscription(cart_id)).toBeNull();
  });

  test("a refusal has a status, a code, problems in the cart's words and a message for the buyer", async () => {
    const pay = createClient();
    const address = { ...home, country_code: "gb", phone: " " };
    const { cartId: cart_id } = await open().ready({ shipping_address: address, billing_address: address });
    const provider_id = toProviderId({ variant: "hosted", tenant: "default" });
    await expect(pay.start({ cart_id, provider_id, language: "zh-CN" })).rejects.toMatchObject({
      ...{ name: "PayIndexRequestError", status: 400, code: "pay_index_sale_invalid" },
      message: "请填写：电话号码。",
      problems: [{ path: "billing_address.phone", message: "请填写：电话号码。" }],
    });
    await expect(pay.status("cart_of_nobody")).rejects.toMatchObject({ status: 404 });
    await expect(pay.subscription("cart_of_nobody")).rejects.toMatchObject({ status: 404 });
    await expect(pay.subscriptions()).rejects.toMatchObject({ status: 401 });
    await expect(createClient("pk_wrong").status(cart_id)).rejects.toMatchObject({ status: 400 });
  });

  test("the client detects the plugin's providers by their ids, and no others", () => {
    const ids = [toProviderId({ variant: "apm", tenant: "berlin" }), undefined, "pp_system_default"];
    expect(ids.map(asModule.isPayIndexProvider)).toEqual([true, false, false]);
  });
}
