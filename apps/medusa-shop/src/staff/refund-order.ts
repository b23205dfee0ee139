import { type Money, toAmountText } from "@pay-index/core";
import { AdminApi, type StaffLogin } from "./admin-api.ts";

interface RefundInput {
  readonly shopUrl: string;
  readonly login: StaffLogin;
  readonly cartId: string;
  readonly amount: Money;
}

interface CartPayment {
  readonly payment: { readonly order: { readonly id: string | null } | null };
}

interface OrderPayments {
  readonly order: {
    readonly payment_collections: readonly { readonly payments: readonly { readonly id: string }[] }[];
  };
}

/**
 * Refunds a part of an order as the refund dialog of Medusa's admin does. Medusa answers after the gateway.
 *
 * @throws Error with the reason if Medusa or the gateway refuses it
 */
export async function refundOrder({ shopUrl, login, cartId, amount }: RefundInput): Promise<void> {
  const api = await AdminApi.login(shopUrl, login);
  const { payment } = await api.get<CartPayment>(`/admin/pay-index/payments/${cartId}`);
  const orderId = payment.order?.id ?? null;
  if (orderId === null) throw new Error(`cart ${cartId} has no order`);
  const fields = "payment_collections.payments.id";
  const { order } = await api.get<OrderPayments>(`/admin/orders/${orderId}?fields=${fields}`);
  const [captured] = order.payment_collections.flatMap(({ payments }) => payments);
  if (captured === undefined) throw new Error(`order ${orderId} has no payment`);
  await api.post(`/admin/payments/${captured.id}/refund`, { amount: Number(toAmountText(amount)) });
}
