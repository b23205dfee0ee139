import type { Money } from "@pay-index/core";
import { AdminApi, type StaffLogin } from "./admin-api.ts";

interface RefundInput {
  readonly shopUrl: string;
  readonly login: StaffLogin;
  /** The code of the order. */
  readonly code: string;
  readonly amount: Money;
}

interface FoundOrder {
  readonly payments: readonly { readonly id: string; readonly state: string }[];
}

/**
 * Refunds a part of an order as the refund dialog of Vendure's admin does. Vendure answers after the gateway.
 *
 * @throws Error with the reason if Vendure or the gateway refuses it
 */
export async function refundOrder({ shopUrl, login, code, amount }: RefundInput): Promise<void> {
  const api = await AdminApi.login(shopUrl, login);
  const { orders } = await api.ask<{ orders: { items: readonly FoundOrder[] } }>(findOrder, { code });
  const [order] = orders.items;
  const payment = order?.payments.find(({ state }) => state === "Settled");
  if (order === undefined || payment === undefined) throw new Error(`order ${code} has no settled payment`);
  const reason = "The lamp came with a scratch.";
  // Vendure 3 still needs the fields that `amount` replaces.
  const replaced = { lines: [], shipping: 0, adjustment: 0 };
  const input = { paymentId: payment.id, amount: amount.minor, reason, ...replaced };
  const { refundOrder: refund } = await api.ask<RefundAnswer>(refundPayment, { input });
  if (refund.message !== undefined) throw new Error(`Vendure refused the refund: ${refund.message}`);
}

const findOrder = `query FindOrder($code: String!) {
  orders(options: { filter: { code: { eq: $code } } }) { items { payments { id state } } }
}`;

const refundPayment = `mutation Refund($input: RefundOrderInput!) {
  refundOrder(input: $input) { ... on ErrorResult { message } }
}`;

interface RefundAnswer {
  readonly refundOrder: { readonly message?: string };
}
