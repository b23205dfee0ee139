import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { PaymentStatus } from "@pay-index/core";
import { showControlCharacters, tenantOfMerchant } from "@pay-index/core/adapter";
import type { FoundOrder, NamedOrder, ShopRefunds, StaffHost } from "@pay-index/server/staff";
import { sendLink } from "../payment-link/send-link.ts";
import { findFailedMedusaRefunds } from "../refunds/failed-medusa-refunds.ts";
import { syncPaymentRefunds } from "../refunds/sync-refunds.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { findOrdersOfCarts } from "./cart-orders.ts";
import { filterCartsBySearch, searchAllCarts } from "./search-carts.ts";

type Container = Pick<MedusaContainer, "resolve">;

/** What Medusa knows of carts, orders and users. The reference of a payment is the id of its cart, or of its order without a cart. */
export function createStaffHost(container: MedusaContainer): StaffHost {
  return {
    orders: (cartIds) => findOrdersOfCarts(container, cartIds),
    search: (text, among) =>
      among === undefined ? searchAllCarts(container, text) : filterCartsBySearch(container, text, among),
    findOrder: (orderId) => findCartOfOrder(container, orderId),
    placedOrders: (ids) => findNamedOrders(container, ids),
    operatorNames: (ids) => findUserEmails(container, ids),
    merchantNames: async () => findTenantNames(container),
    sendLink: (link) => sendLink(container, link),
    syncRefunds: (payment) => syncRefunds(container, payment),
  };
}

async function findCartOfOrder(container: Container, orderId: string): Promise<FoundOrder | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data: links } = await query.graph({
    entity: "order_cart",
    fields: ["cart_id"],
    filters: { order_id: orderId },
  });
  const [link] = links as unknown as { cart_id: string }[];
  if (link !== undefined) return { reference: link.cart_id };
  return (await findRenewedCart(container, orderId)) ?? { reference: orderId };
}

/** A renewal has no cart. It belongs to the cart that began its subscription, whose payment has all cycles. */
async function findRenewedCart(container: Container, orderId: string): Promise<FoundOrder | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const fields = ["pay_index_attempts.reference"];
  const { data } = await query.graph({ entity: "order", fields, filters: { id: orderId } });
  const [order] = data as unknown as { pay_index_attempts?: ({ reference: string } | null)[] }[];
  const reference = order?.pay_index_attempts?.[0]?.reference;
  return reference === undefined ? undefined : { reference };
}

async function findNamedOrders(
  container: Container,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedOrder>> {
  // An empty filter would return every order.
  if (ids.length === 0) return new Map();
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "display_id"],
    filters: { id: [...ids] },
  });
  return new Map(data.map(({ id, display_id }) => [id, { id, name: `#${display_id}` }]));
}

/** Names people without a name by their current e-mail addresses in Medusa. Nothing is stored. */
async function findUserEmails(
  container: Container,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "user",
    fields: ["id", "email"],
    filters: { id: [...ids] },
  });
  return new Map(data.map(({ id, email }) => [id, email]));
}

/** Merchants are named by their tenants, if the shop has several. */
function findTenantNames(container: Container): ReadonlyMap<string, string> {
  const tenants = new Set(resolvePayIndex(container).options.core.merchants.map(tenantOfMerchant));
  return new Map(tenants.size > 1 ? [...tenants].map((tenant) => [tenant, tenant]) : []);
}

async function syncRefunds(container: MedusaContainer, payment: PaymentStatus): Promise<ShopRefunds> {
  const isMissing = !(await hasSyncedRefunds(container, payment));
  return { isMissing, displayedAsMade: new Set((await findFailedMedusaRefunds(container, payment)).keys()) };
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
