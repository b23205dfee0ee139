import type { Any } from "./any.mts";

/** A storefront at the Store API, with a publishable key and one cart. */
export class Buyer {
  readonly #origin: string;
  readonly #key: string;
  #token = "";
  cartId = "";

  constructor(origin: string, key: string) {
    this.#origin = origin;
    this.#key = key;
  }

  /** The answer's body. Anything but a success is thrown, as its body. */
  async ask(path: string, body?: object, method = body === undefined ? "GET" : "POST"): Promise<Any> {
    const answer = await this.raw(path, body, method);
    if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async raw(path: string, body?: object, method = "POST"): Promise<{ status: number; body: Any }> {
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        "user-agent": "Buyer/1.0",
        "x-publishable-api-key": this.#key,
        ...(this.#token === "" ? {} : { authorization: `Bearer ${this.#token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
  }

  /** Makes a customer with an account, who is signed in from now on. */
  async register(email: string): Promise<void> {
    const password = "correct horse";
    const { token } = await this.ask("/auth/customer/emailpass/register", { email, password });
    this.#token = token;
    await this.ask("/store/customers", { email, first_name: "Ada", last_name: "Lovelace" });
    this.#token = (await this.ask("/auth/customer/emailpass", { email, password })).token;
  }

  /** A cart with one thing in it. */
  async cart(
    shop: SeededShop,
    { quantity = 1, region = shop.regionId, ...more }: CartInput & Record<string, unknown> = {},
  ): Promise<string> {
    const items = [{ variant_id: shop.variantId, quantity }];
    const { cart } = await this.ask("/store/carts", { region_id: region, items, ...more });
    this.cartId = cart.id;
    return cart.id;
  }

  /** A cart that is ready to be paid: it is known whose it is, and how it gets there. */
  async isReadyToPay(shop: SeededShop, { country = "gb", ...wanted }: CartInput = {}): Promise<string> {
    const address = { ...home, country_code: country };
    const who = { email: "ada@example.com", shipping_address: address, billing_address: address };
    await this.cart(shop, { ...who, ...wanted });
    await this.ship(shop);
    return this.cartId;
  }

  /** Changes the quantity of the first line. */
  async setQuantity(quantity: number): Promise<void> {
    const path = `/store/carts/${this.cartId}`;
    const { cart } = await this.ask(path);
    await this.ask(`${path}/line-items/${cart.items[0].id}`, { quantity });
  }

  async ship({ shippingOptionId }: SeededShop): Promise<void> {
    await this.ask(`/store/carts/${this.cartId}/shipping-methods`, { option_id: shippingOptionId });
  }

  start(more: object = {}): Promise<{ status: number; body: Any }> {
    const provider_id = "pp_pay-index_hosted";
    return this.raw("/store/pay-index/payments", { cart_id: this.cartId, provider_id, ...more });
  }

  /** Sends a card to the shop's own form, as a page of its storefront does. */
  async postCard(
    { action, form_token }: { action: string; form_token: string },
    { number = "4242424242424242", origin = this.#origin, from = "127.0.0.1" } = {},
  ): Promise<{ status: number; location: string | null; text: string }> {
    const fields = { card_month: "12", card_year: "2030", card_cvv: "123", card_number: number, form_token };
    const response = await fetch(action, {
      method: "POST",
      redirect: "manual",
      headers: { origin, accept: "text/html", "user-agent": "Buyer/1.0", "x-forwarded-for": from },
      body: new URLSearchParams(fields),
    });
    const location = response.headers.get("location");
    return { status: response.status, location, text: await response.text() };
  }

  status(): Promise<{ status: number; body: Any }> {
    return this.raw(`/store/pay-index/payments/${this.cartId}`, undefined, "GET");
  }

  complete(): Promise<{ status: number; body: Any }> {
    return this.raw(`/store/carts/${this.cartId}/complete`, {});
  }

  /** As a storefront does by itself, with whatever data. */
  async initiate(
    providerId: string,
    data?: object,
    more: object = {},
  ): Promise<{ status: number; body: Any }> {
    const { payment_collection } = await this.ask("/store/payment-collections", { cart_id: this.cartId });
    return this.raw(`/store/payment-collections/${payment_collection.id}/payment-sessions`, {
      provider_id: providerId,
      ...(data === undefined ? {} : { data }),
      ...more,
    });
  }
}

interface CartInput {
  readonly email?: string;
  readonly shipping_address?: object;
  readonly billing_address?: object;
  readonly quantity?: number;
  readonly region?: string;
  readonly country?: string;
}

/** What a seeded shop has. */
export interface SeededShop {
  readonly regionId: string;
  readonly variantId: string;
  readonly shippingOptionId: string;
  readonly publishableKey: string;
}

/** An address, without its country. */
export const home = {
  first_name: "Ada",
  last_name: "Lovelace",
  address_1: "12 Analytical Row",
  city: "London",
  postal_code: "W1",
  phone: "5550100",
};
