// The shop of the storefront, on Vendure's Shop API.

import type { Request } from "express";
import { paymentMethod } from "../src/seed.ts";
import type { Buyer, OrderStatus, Shop } from "./pages.ts";
import { ShopApi } from "./shop-api.ts";

const priceText = (cents: number, currency: string) => `${(cents / 100).toFixed(2)} ${currency}`;

export const shop: Shop<Request> = {
  async product() {
    const { name, variants } = await findProduct(new ShopApi());
    return { name, price: `${priceText(variants[0].priceWithTax, variants[0].currencyCode)} and postage` };
  },

  async checkout(buyer, request) {
    const api = new ShopApi(request);
    await fillCart(api, buyer);
    const { started } = await api.ask<{ started: { url?: string; message?: string } }>(
      `mutation ($method: String!) { started: startPayIndexPayment(input: { method: $method }) {
        ... on PayIndexStarted { url }
        ... on ErrorResult { message } } }`,
      { method: paymentMethod },
    );
    return started.url === undefined ? { problem: started.message ?? "" } : { url: started.url };
  },

  async findOrder(code) {
    const { order, payment } = await new ShopApi().ask<{
      order: { code: string; totalWithTax: number; currencyCode: string; state: string } | null;
      payment: { state: string; placed: boolean } | null;
    }>(
      `query ($code: String!) {
        order: orderByCode(code: $code) { code totalWithTax currencyCode state }
        payment: payIndexPayment(orderCode: $code) { state placed } }`,
      { code },
    );
    if (order === null || payment === null) return undefined;
    return {
      order: { id: order.code, total: priceText(order.totalWithTax, order.currencyCode), state: order.state },
      payment: { state: payment.state.toLowerCase() },
      placed: payment.placed,
    } satisfies OrderStatus;
  },
};

type Variant = { readonly id: string; readonly priceWithTax: number; readonly currencyCode: string };

async function findProduct(api: ShopApi): Promise<{ name: string; variants: [Variant] }> {
  const { products } = await api.ask<{ products: { items: [{ name: string; variants: [Variant] }] } }>(
    "{ products { items { name variants { id priceWithTax currencyCode } } } }",
  );
  return products.items[0];
}

/** As in any storefront: items, buyer, address, shipping. */
async function fillCart(api: ShopApi, { firstName, lastName, email, phone, country }: Buyer): Promise<void> {
  const { variants } = await findProduct(api);
  const customer = { firstName, lastName, emailAddress: email };
  const address = {
    fullName: `${firstName} ${lastName}`,
    streetLine1: "12 St James's Square",
    city: "London",
    postalCode: "SW1Y 4JH",
    countryCode: country,
    phoneNumber: phone,
  };
  await api.change("addItemToOrder(productVariantId: $id, quantity: 1)", { id: [variants[0].id, "ID!"] });
  await api.change("setCustomerForOrder(input: $customer)", { customer: [customer, "CreateCustomerInput!"] });
  await api.change("setOrderShippingAddress(input: $address)", { address: [address, "CreateAddressInput!"] });
  await api.change("setOrderBillingAddress(input: $address)", { address: [address, "CreateAddressInput!"] });
  const { methods } = await api.ask<{ methods: [{ id: string }] }>(
    "{ methods: eligibleShippingMethods { id } }",
  );
  await api.change("setOrderShippingMethod(shippingMethodId: [$id])", { id: [methods[0].id, "ID!"] });
  await api.change('transitionOrderToState(state: "ArrangingPayment")', {});
}
