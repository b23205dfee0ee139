// The shop of the storefront, on Medusa's Store API.

import type { Request } from "express";
import type { Buyer, Shop } from "./pages.ts";
import { StoreApi, StoreApiError } from "./store-api.ts";

/** Medusa's amounts are decimals. */
const priceText = (amount: number, currency: string) => `${amount.toFixed(2)} ${currency.toUpperCase()}`;

export const shop: Shop<Request> = {
  async product() {
    const { title, variants } = await findProduct(new StoreApi());
    const { calculated_amount: amount, currency_code: currency } = variants[0].calculated_price;
    return { name: title, price: `${priceText(amount, currency)} and postage` };
  },

  async checkout(buyer, request) {
    const api = new StoreApi(request);
    try {
      const cartId = await fillCart(api, buyer);
      const { payment } = await api.post<{ payment: { url: string } }>("/store/pay-index/payments", {
        cart_id: cartId,
        provider_id: "pp_pay-index_hosted",
      });
      return { url: payment.url };
    } catch (error) {
      if (error instanceof StoreApiError && error.status < 500) return { problem: error.message };
      throw error;
    }
  },

  /** The reference of a payment is the cart. */
  async findOrder(cartId) {
    const api = new StoreApi();
    try {
      const { payment } = await api.get<{ payment: Payment }>(`/store/pay-index/payments/${cartId}`);
      const { cart } = await api.get<{ cart: Sold }>(`/store/carts/${cartId}`);
      const placed = payment.placed && payment.order_id !== undefined;
      const order = placed
        ? await findPlacedOrder(api, payment.order_id ?? "")
        : { ...cart, payment_status: "cart" };
      return {
        order: {
          id: order.id,
          total: priceText(order.total, order.currency_code),
          state: order.payment_status,
        },
        payment: { state: payment.state },
        placed,
      };
    } catch (error) {
      if (error instanceof StoreApiError && error.status === 404) return undefined;
      throw error;
    }
  },
};

interface Payment {
  readonly state: string;
  readonly placed: boolean;
  readonly order_id?: string;
}

interface Sold {
  readonly id: string;
  readonly total: number;
  readonly currency_code: string;
}

interface PlacedOrder extends Sold {
  readonly payment_status: string;
}

interface Product {
  readonly title: string;
  readonly variants: [
    { readonly id: string; readonly calculated_price: { calculated_amount: number; currency_code: string } },
  ];
}

async function findPlacedOrder(api: StoreApi, id: string): Promise<PlacedOrder> {
  const path = `/store/orders/${id}?fields=id,total,currency_code,payment_status`;
  return (await api.get<{ order: PlacedOrder }>(path)).order;
}

async function findRegion(api: StoreApi): Promise<string> {
  return (await api.get<{ regions: [{ id: string }] }>("/store/regions")).regions[0].id;
}

async function findProduct(api: StoreApi): Promise<Product> {
  const path = `/store/products?region_id=${await findRegion(api)}&fields=title,*variants.calculated_price`;
  return (await api.get<{ products: [Product] }>(path)).products[0];
}

/** As in any storefront: items, e-mail, addresses, shipping. Returns the id of the cart. */
async function fillCart(
  api: StoreApi,
  { firstName, lastName, email, phone, country }: Buyer,
): Promise<string> {
  const { variants } = await findProduct(api);
  const address = {
    first_name: firstName,
    last_name: lastName,
    address_1: "12 St James's Square",
    city: "London",
    postal_code: "SW1Y 4JH",
    country_code: country.toLowerCase(),
    phone,
  };
  const { cart } = await api.post<{ cart: { id: string } }>("/store/carts", {
    region_id: await findRegion(api),
    items: [{ variant_id: variants[0].id, quantity: 1 }],
    email,
    billing_address: address,
    shipping_address: address,
  });
  const path = `/store/shipping-options?cart_id=${cart.id}`;
  const { shipping_options: options } = await api.get<{ shipping_options: [{ id: string }] }>(path);
  await api.post(`/store/carts/${cart.id}/shipping-methods`, { option_id: options[0].id });
  return cart.id;
}
