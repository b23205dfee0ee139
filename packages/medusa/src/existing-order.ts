import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils";
import type { Money } from "@pay-index/core";
import { type MedusaAmount, toRoundedMoney } from "./amount.ts";
import { type CheckoutCart, findLinkedOrderId } from "./checkout-cart.ts";

type Container = Pick<MedusaContainer, "resolve">;

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
  ...["id", "display_id", "status", "email", "currency_code", "sales_channel_id", "locale", "summary"],
  ...["region.id", "region.payment_providers.id", "region.payment_providers.is_enabled"],
  ...["customer.id", "customer.has_account", "customer.first_name", "customer.last_name", "customer.phone"],
  ...["billing_address.*", "shipping_address.*"],
];

export async function findExistingOrder(
  container: Container,
  id: string,
): Promise<ExistingOrder | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity: "order", fields, filters: { id } });
  return data[0] as unknown as ExistingOrder | undefined;
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
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const filters = { payment_collection_id: collectionId };
  const { data } = await query.graph({ entity: "order_payment_collection", fields: ["order_id"], filters });
  return (data[0] as { order_id?: string } | undefined)?.order_id;
}

/** Returns the reference of an order's payment: its cart, if it has one, otherwise the order. */
export async function findReferenceOfOrder(container: Container, orderId: string): Promise<string> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const filters = { order_id: orderId };
  const { data } = await query.graph({ entity: "order_cart", fields: ["cart_id"], filters });
  return (data[0] as { cart_id?: string } | undefined)?.cart_id ?? orderId;
}

/** Returns the order of a payment's reference. Undefined if it is a cart without an order. */
export async function findOrderOfReference(
  container: Container,
  reference: string,
): Promise<string | undefined> {
  const placed = await findLinkedOrderId(container, reference);
  return placed ?? (await findExistingOrder(container, reference))?.id;
}
