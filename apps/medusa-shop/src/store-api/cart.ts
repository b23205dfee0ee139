import { defaultBuyerCountry, findRegionId } from "./region.ts";
import { type StoreApi, StoreApiError } from "./store-api.ts";

export interface LineItem {
  readonly id: string;
  readonly product_title: string | null;
  readonly title: string;
  readonly variant_sku: string | null;
  readonly quantity: number;
  readonly total: number;
}

export interface Address {
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly address_1?: string | null;
  readonly city?: string | null;
  readonly postal_code?: string | null;
  readonly country_code?: string | null;
  readonly phone?: string | null;
}

/** The fields that a cart and its order have in common. Amounts are decimals of the currency, with tax. */
export interface CartOrOrderFields {
  readonly id: string;
  readonly currency_code: string;
  readonly total: number;
  readonly items: readonly LineItem[];
  readonly shipping_address: Address | null;
  readonly shipping_methods: readonly {
    readonly name: string;
    readonly total: number;
    readonly shipping_option_id?: string | null;
  }[];
}

/** A cart as its buyer may see it. */
export interface Cart extends CartOrOrderFields {
  readonly email: string | null;
  readonly completed_at: string | null;
}

const fields = [
  "id,currency_code,total,email,completed_at",
  "*items,items.total,*shipping_address,*shipping_methods,shipping_methods.total",
].join(",");

/** Returns undefined if there is no such cart. Everybody who knows the id may see it. */
export async function findCart(api: StoreApi, id: string): Promise<Cart | undefined> {
  try {
    const { cart } = await api.get<{ cart: Cart }>(`/store/carts/${encodeURIComponent(id)}?fields=${fields}`);
    return cart;
  } catch (error) {
    if (error instanceof StoreApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** Returns the id of a new, empty cart. */
export async function createCart(api: StoreApi): Promise<string> {
  const { cart } = await api.post<{ cart: { id: string } }>("/store/carts", {
    region_id: await findRegionId(api),
    shipping_address: { country_code: defaultBuyerCountry },
  });
  return cart.id;
}

export async function addItem(api: StoreApi, cart: string, variant: string): Promise<void> {
  await api.post(`/store/carts/${cart}/line-items`, { variant_id: variant, quantity: 1 });
}

/** A quantity of 0 removes the line. */
export async function setQuantity(
  api: StoreApi,
  cart: string,
  { line, quantity }: { line: string; quantity: number },
): Promise<void> {
  const path = `/store/carts/${cart}/line-items/${line}`;
  if (quantity === 0) await api.delete(path);
  else await api.post(path, { quantity });
}

export async function setBuyer(
  api: StoreApi,
  cart: string,
  { email, address }: { email: string; address: Address },
): Promise<void> {
  await api.post(`/store/carts/${cart}`, { email, shipping_address: address, billing_address: address });
}

export interface ShippingOption {
  readonly id: string;
  readonly name: string;
  readonly amount: number;
}

export async function findShippingOptions(api: StoreApi, cart: string): Promise<readonly ShippingOption[]> {
  const { shipping_options } = await api.get<{ shipping_options: readonly ShippingOption[] }>(
    `/store/shipping-options?cart_id=${cart}`,
  );
  return shipping_options;
}

export async function setShippingMethod(api: StoreApi, cart: string, option: string): Promise<void> {
  await api.post(`/store/carts/${cart}/shipping-methods`, { option_id: option });
}
