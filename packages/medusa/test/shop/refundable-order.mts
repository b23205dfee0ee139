import { readRefundRecords, runJobs } from "./refund-records.mts";
import type { TestShop } from "./test-shop.mts";

/** A placed order of 24.99 USD in a shop with the options `operations.refund` and `operations.refundQuery`. */
export async function placeRefundableOrder(shop: TestShop) {
  const { cartId, attemptId, order, paymentId } = await shop.placed();
  const sweep = () => runJobs(shop, cartId);
  return {
    ...{ cartId, attemptId, orderId: order.id as string, paymentId, data: order.payments[0].data, sweep },
    /** Refunds in Medusa's own dialog. */
    refund: (amount: number, more: object = {}) =>
      shop.ask(`/payments/${paymentId}/refund`, { amount, ...more }),
    records: () => readRefundRecords(shop, order.id),
    /** The refunds that the gateway has accepted. */
    accepted: async () => (await shop.control.orderDetails(attemptId)).refunds.map(({ amount }) => amount),
    /** The refunds through the gateway, as core has them. */
    refunds: async () =>
      (await shop.payIndex.paymentOfCart(cartId)).attempts.flatMap(({ gatewayRefunds }) => gatewayRefunds),
    payment: () => shop.paymentOf(cartId),
    setFaults: (...faults: Parameters<TestShop["control"]["setFaults"]>[1]) =>
      shop.setFaults(attemptId, ...faults),
    /** The accepted refunds end at the gateway, and the shop hears of it. */
    end: async () => {
      await shop.control.advance({ seconds: 6 });
      await sweep();
    },
  };
}

/** Calls the provider as Medusa's payment module does. */
export function askProviderToRefund(shop: TestShop, data: object, idempotency_key: string): Promise<unknown> {
  const { paymentProviderService_: providers } = shop.resolve("payment");
  const input = { data, amount: 1, context: { idempotency_key } };
  return providers.refundPayment("pp_pay-index_hosted", input);
}
