import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { PaymentStatus } from "@pay-index/core";
import { showControlCharacters, tenantOfMerchant } from "@pay-index/core/adapter";
import type { FoundOrder, NamedOrder, ShopRefunds, StaffHost } from "@pay-index/server/staff";
import { findCartOfOrder } from "../existing-order.ts";
import { type Container, findRow, findRows } from "../find-rows.ts";
import { sendLink } from "../payment-link/send-link.ts";
import { findKeysOfFailedMedusaRefunds } from "../refunds/failed-medusa-refunds.ts";
import { syncPaymentRefunds } from "../refunds/sync-refunds.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { findOrdersOfCarts } from "./cart-orders.ts";
import { filterCartsBySearch, searchAllCarts } from "./search-carts.ts";

/** What Medusa knows of carts, orders and users. The reference of a payment is the id of its cart, or of its order without a cart. */
export function createStaffHost(container: MedusaContainer): StaffHost {
  return {
    orders: (cartIds) => findOrdersOfCarts(container, cartIds),
    search: (text, among) =>
      among === undefined ? searchAllCarts(container, text) : filterCartsBySearch(container, text, among),
    findOrder: (orderId) => findOrder(container, orderId),
    placedOrders: (ids) => findNamedOrders(container, ids),
    operatorNames: (ids) => findUserEmails(container, ids),
    merchantNames: async () => findTenantNames(container),
    sendLink: (link) => sendLink(container, link),
    syncRefunds: (payment) => syncRefunds(container, payment),
  };
}

/** A renewal has no cart. It belongs to the cart that began its subscription, whose payment has all cycles. */
async function findOrder(container: Container, id: string): Promise<FoundOrder> {
  const cartId = await findCartOfOrder(container, id);
  if (cartId !== undefined) return { reference: cartId };
  const wanted = { entity: "order", fields: ["pay_index_attempts.reference"], filters: { id } };
  type Order = { readonly pay_index_attempts?: readonly ({ readonly reference: string } | null)[] };
  const order = await findRow<Order>(container, wanted);
  return { reference: order?.pay_index_attempts?.[0]?.reference ?? id };
}

async function findNamedOrders(
  container: Container,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedOrder>> {
  const wanted = { entity: "order", fields: ["id", "display_id"], filters: { id: ids } };
  const orders = await findRows<{ id: string; display_id: number }>(container, wanted);
  return new Map(orders.map(({ id, display_id }) => [id, { id, name: `#${display_id}` }]));
}

/** Names people without a name by their current e-mail addresses in Medusa. Nothing is stored. */
async function findUserEmails(
  container: Container,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = { entity: "user", fields: ["id", "email"], filters: { id: ids } };
  const users = await findRows<{ id: string; email: string }>(container, wanted);
  return new Map(users.map(({ id, email }) => [id, email]));
}

/** Merchants are named by their tenants, if the shop has several. */
function findTenantNames(container: Container): ReadonlyMap<string, string> {
  const tenants = new Set(resolvePayIndex(container).options.core.merchants.map(tenantOfMerchant));
  return new Map(tenants.size > 1 ? [...tenants].map((tenant) => [tenant, tenant]) : []);
}

async function syncRefunds(container: MedusaContainer, payment: PaymentStatus): Promise<ShopRefunds> {
  const isMissing = !(await hasSyncedRefunds(container, payment));
  return { isMissing, displayedAsMade: await findKeysOfFailedMedusaRefunds(container, payment) };
}

/**
 * Core has stored the refund in any case. If Medusa fails here, the sweep adds the refund, or the next time that the
 * page is opened.
 */
async function hasSyncedRefunds(container: MedusaContainer, payment: PaymentStatus): Promise<boolean> {
  try {
    await syncPaymentRefunds(container, payment);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
    const line = `Medusa could not add a recorded refund of cart ${payment.reference}: ${message}`;
    logger.warn(`pay-index: ${showControlCharacters(line)}`);
    return false;
  }
}
