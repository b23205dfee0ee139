import { MathBN } from "@medusajs/framework/utils";
import type { Money } from "@pay-index/core";
import { type MedusaAmount, toRoundedMoney } from "./amount.ts";
import { type CheckoutCart, findLinkedOrderId } from "./checkout-cart.ts";
import { type Container, findRow } from "./find-rows.ts";

/** An order that exists already, with what is due for it and whom it bills. */
export interface ExistingOrder
  extends Pick<
    CheckoutCart,
    | "id"
    | "email"
    | "currency_code"
    | "sales_channel_id"
    | "locale"
    | "region"
    | "customer"
    | "billing_address"
    | "shipping_address"
  > {
  readonly display_id: number;
  readonly status: string;
  readonly summary?: {
    readonly pending_difference?: MedusaAmount;
    readonly raw_pending_difference?: MedusaAmount;
  } | null;
}

const fields = [
  ...["id", "display_id", "status", "email", "currency_code", "sales_channel_id", "locale"],
  // Without `total`, Medusa does not deduct from the summary what the buyer is to send back.
  ...["summary", "total"],
  ...["region.id", "region.payment_providers.id", "region.payment_providers.is_enabled"],
  ...["customer.id", "customer.has_account", "customer.first_name", "customer.last_name", "customer.phone"],
  ...["billing_address.*", "shipping_address.*"],
];

export function findExistingOrder(container: Container, id: string): Promise<ExistingOrder | undefined> {
  return findRow(container, { entity: "order", fields, filters: { id } });
}

/** Returns what is due for an order, by its own records. Nothing is due if more was paid. Undefined if it cannot be paid as money. */
export function amountDueForOrder({ summary, currency_code }: ExistingOrder): Money | undefined {
  const pending = summary?.raw_pending_difference ?? summary?.pending_difference ?? 0;
  return toRoundedMoney(MathBN.max(pending, 0), currency_code);
}

/** Returns the order that a payment collection pays. Undefined if it pays a cart, or nothing. */
export async function findOrderOfCollection(
  container: Container,
  collectionId: string,
): Promise<string | undefined> {
  const filters = { payment_collection_id: collectionId };
  const wanted = { entity: "order_payment_collection", fields: ["order_id"], filters };
  return (await findRow<{ order_id: string }>(container, wanted))?.order_id;
}

/** Returns the reference of an order's payment: its cart, if it has one, otherwise the order. */
export async function findReferenceOfOrder(container: Container, orderId: string): Promise<string> {
  return (await findCartOfOrder(container, orderId)) ?? orderId;
}

/** Returns the cart of an order. Renewals and orders that staff drafted have none. */
export async function findCartOfOrder(container: Container, orderId: string): Promise<string | undefined> {
  const wanted = { entity: "order_cart", fields: ["cart_id"], filters: { order_id: orderId } };
  return (await findRow<{ cart_id: string }>(container, wanted))?.cart_id;
}

/** Returns the order of a payment's reference. Undefined if it is a cart without an order. */
export async function findOrderOfReference(
  container: Container,
  reference: string,
): Promise<string | undefined> {
  const placed = await findLinkedOrderId(container, reference);
  return placed ?? (await findExistingOrder(container, reference))?.id;
}
