import { expect } from "vitest";
import { readOrderRecords } from "./order-records.mts";
import { makeJobsDue, readRefundRecords } from "./refund-records.mts";
import { StaffMember } from "./staff-member.mts";
import { openTestShop, type TestShop } from "./test-shop.mts";

// biome-ignore lint/suspicious/noExplicitAny: what a server answers; the tests say what they expect of it
type Any = any;

export type GatewayRefundShop = Awaited<ReturnType<typeof openGatewayRefundShop>>;

/** A Medusa that refunds through the gateway, because the options `operations.refund` and `operations.refundQuery` are set. */
export async function openGatewayRefundShop() {
  const shop = await openTestShop({ operations: { refund: {}, refundQuery: {} } });
  const staff = await StaffMember.signIn(shop, {
    email: "gateway-refunds@example.com",
    firstName: "Grace",
    lastName: "Hopper",
  });
  return {
    ...{ shop, staff },
    placed: () => placeOrder(shop, staff),
    sweep: (cartId: string) => sweepCart(shop, cartId),
    /** Calls the provider as Medusa's payment module does. */
    askProvider: (data: object, amount: number, idempotency_key: string): Promise<unknown> => {
      const { paymentProviderService_: providers } = shop.container.resolve("payment") as Any;
      return providers.refundPayment("pp_pay-index_hosted", { data, amount, context: { idempotency_key } });
    },
  };
}

/** Runs the jobs of a cart, whenever they are due. */
async function sweepCart(shop: TestShop, cartId: string): Promise<void> {
  await makeJobsDue(shop, cartId);
  await shop.payIndex.gateway.sweep();
}

export type PlacedTestOrder = Awaited<ReturnType<typeof placeOrder>>;

/** A placed order of 24.99 USD. */
async function placeOrder(shop: TestShop, staff: StaffMember) {
  const buyer = shop.buyer();
  const cartId = await buyer.isReadyToPay(shop.shop);
  await buyer.start();
  await shop.paid(cartId);
  const [order] = await readOrderRecords(shop, cartId);
  const attemptId = shop.attempt(cartId);
  const paymentId = order.payments[0].id as string;
  const sweep = () => sweepCart(shop, cartId);
  return {
    ...{ cartId, attemptId, orderId: order.id as string, paymentId },
    data: order.payments[0].data as Any,
    /** Refunds in Medusa's own dialog. */
    refund: (amount: number, more: object = {}) =>
      staff.ask(`/payments/${paymentId}/refund`, { amount, ...more }),
    records: () => readRefundRecords(shop, order.id),
    /** The refunds that the gateway has accepted. */
    accepted: async () => (await shop.control.orderDetails(attemptId)).refunds.map(({ amount }) => amount),
    /** The refunds through the gateway, as core has them. */
    states: async () => {
      const { attempts } = await shop.payIndex.paymentOfCart(cartId);
      return attempts.flatMap(({ gatewayRefunds }) => gatewayRefunds.map(({ state }) => state));
    },
    payment: async () => (await staff.ask(`/pay-index/carts/${cartId}`)).body.payment,
    setFaults: (...faults: Parameters<TestShop["control"]["setFaults"]>[1]) =>
      shop.control.setFaults({ of: "order", orderId: attemptId }, faults),
    sweep,
    /** The accepted refunds end at the gateway, and the shop hears of it. */
    end: async () => {
      await shop.control.advance({ seconds: 6 });
      await sweep();
    },
  };
}

/** Medusa's records of an order of 24.99 after refunds of these amounts. `isSynced`: the gateway has reported them as made. */
export const expectedRefundRecords = (
  amounts: readonly number[],
  { isSynced }: { readonly isSynced: boolean },
) => ({
  outstanding: 0,
  transactions: [24.99, ...amounts.map((amount) => -amount)].toSorted((a, b) => b - a),
  credits: amounts,
  collection: [["completed", Number(amounts.reduce((sum, each) => sum + each, 0).toFixed(2))]],
  refunds: amounts.map((amount) => [amount, expect.toSatisfy(isNote), isSynced]),
});

/** A refund of Medusa's dialog without a note, or one that the plugin added with the gateway's ID. */
const isNote = (note: unknown) => note === null || typeof note === "string";
