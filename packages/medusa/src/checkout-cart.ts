import type { MedusaAmount } from "./amount.ts";
import { type Container, findRow } from "./find-rows.ts";

export interface CartAddress {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly address_1: string | null;
  readonly address_2: string | null;
  readonly city: string | null;
  readonly country_code: string | null;
  readonly province: string | null;
  readonly postal_code: string | null;
  readonly phone: string | null;
}

/** A chosen value of a variant, such as `M` of `Size`. */
export interface ProductVariantOption {
  readonly value: string;
  readonly option?: { readonly title: string } | null | undefined;
}

export interface CartItem {
  readonly id: string;
  readonly product_title: string | null;
  readonly title: string;
  readonly variant_sku: string | null;
  readonly variant_id: string | null;
  readonly thumbnail?: string | null | undefined;
  /** Null if the variant was deleted. */
  readonly variant?: { readonly options?: readonly ProductVariantOption[] | undefined } | null | undefined;
  readonly quantity: MedusaAmount;
  readonly unit_price: MedusaAmount;
  readonly total: MedusaAmount;
  readonly requires_shipping: boolean;
}

export interface CartSession {
  readonly id: string;
  readonly provider_id: string;
  readonly status: string;
  readonly amount: MedusaAmount;
  readonly currency_code: string;
  readonly data?: Readonly<Record<string, unknown>> | null;
}

/** A cart with everything that determines its payment. */
export interface CheckoutCart {
  readonly id: string;
  readonly email: string | null;
  readonly currency_code: string;
  readonly total: MedusaAmount;
  readonly completed_at: string | Date | null;
  readonly sales_channel_id: string | null;
  readonly locale?: string | null;
  readonly region: {
    readonly id: string;
    readonly payment_providers?: readonly { readonly id: string; readonly is_enabled: boolean }[];
  } | null;
  readonly customer: {
    readonly id: string;
    readonly has_account: boolean;
    readonly first_name: string | null;
    readonly last_name: string | null;
    readonly phone: string | null;
  } | null;
  readonly billing_address: CartAddress | null;
  readonly shipping_address: CartAddress | null;
  readonly items: readonly CartItem[];
  readonly shipping_methods: readonly {
    readonly id: string;
    readonly name: string;
    readonly total: MedusaAmount;
  }[];
  /** Also the part that a gift card pays. */
  readonly credit_lines?: readonly { readonly amount: MedusaAmount }[];
  readonly payment_collection?: {
    readonly id: string;
    readonly amount: MedusaAmount;
    readonly raw_amount?: MedusaAmount;
    readonly currency_code?: string;
    readonly payment_sessions?: readonly CartSession[];
  } | null;
}

/** Whether the cart's region offers the provider. Medusa completes no cart with another one. */
export function isProviderEnabled({ region }: Pick<CheckoutCart, "region">, providerId: string): boolean {
  return (region?.payment_providers ?? []).some(({ id, is_enabled }) => id === providerId && is_enabled);
}

/** The fields that decide whether a paid cart can be completed. */
const paidFields = [
  "id",
  "currency_code",
  "region.id",
  "region.payment_providers.id",
  "region.payment_providers.is_enabled",
  "payment_collection.id",
  "payment_collection.amount",
  "payment_collection.payment_sessions.*",
];

/** The fields of a total, of a cart or an order. Medusa before 2.19 adds up only those that are asked for. */
export const totalFields: readonly string[] = [
  "total",
  ...["items", "shipping_methods"].flatMap((rows) => [
    `${rows}.*`,
    `${rows}.tax_lines.*`,
    `${rows}.adjustments.*`,
  ]),
  "credit_lines.*",
];

/** The fields of a `CheckoutCart`. */
export const checkoutCartFields: readonly string[] = [
  ...paidFields,
  ...totalFields,
  "email",
  "completed_at",
  "locale",
  "sales_channel_id",
  "customer.id",
  "customer.has_account",
  "customer.first_name",
  "customer.last_name",
  "customer.phone",
  "items.total",
  "items.variant.options.value",
  "items.variant.options.option.title",
  "shipping_methods.total",
  "billing_address.*",
  "shipping_address.*",
];

/** The fields of a cart that matter after the buyer has paid. */
export type PaidCartFields = Pick<CheckoutCart, "id" | "currency_code" | "region" | "payment_collection">;

/** Reads the current cart without its buyer and its goods. */
export function findPaidCartFields(container: Container, id: string): Promise<PaidCartFields | undefined> {
  return findRow(container, { entity: "cart", fields: paidFields, filters: { id } });
}

/** The fields that determine the owner of a cart. */
export type CartOwnership = Pick<CheckoutCart, "id" | "locale" | "customer" | "sales_channel_id">;

export type CartTotal = Pick<CheckoutCart, "total" | "currency_code">;

/** Reads the current cart. */
export function findCart(container: Container, id: string): Promise<CheckoutCart | undefined> {
  return findRow(container, { entity: "cart", fields: checkoutCartFields, filters: { id } });
}

const ownershipFields = ["id", "locale", "sales_channel_id", "customer.id", "customer.has_account"];

/** Reads the owner of a cart. */
export function findCartOwnership(container: Container, id: string): Promise<CartOwnership | undefined> {
  return findRow(container, { entity: "cart", fields: ownershipFields, filters: { id } });
}

/** Returns the order that was placed for a cart. */
export async function findLinkedOrderId(container: Container, cartId: string): Promise<string | undefined> {
  const wanted = { entity: "order_cart", fields: ["order_id"], filters: { cart_id: cartId } };
  return (await findRow<{ order_id: string }>(container, wanted))?.order_id;
}
