import type { Checkout, RefundAnswer } from "@pay-index/conformance";
import { decimalsOf, type Money } from "@pay-index/core";
import { Order, OrderService, Refund, TransactionalConnection } from "@vendure/core";
import { createContext } from "../shop/catalog-and-orders.mts";
import type { Vendure } from "../shop/open-vendure.mts";
import { precision } from "./shop-tables.mts";

/** Staff refund a part of an order, as Vendure's dashboard does. */
export async function refundOrder(
  app: Vendure,
  { tenant, reference }: Checkout,
  { minor, currency }: Money,
): Promise<RefundAnswer> {
  const ctx = await createContext(app, tenant === "default" ? undefined : tenant);
  const connection = app.get(TransactionalConnection);
  const order = await connection
    .getRepository(ctx, Order)
    .findOneOrFail({ where: { code: reference }, relations: { payments: true } });
  const payment = order.payments.find(({ state }) => state === "Settled");
  if (payment === undefined) return { refused: "The order has no settled payment." };
  const amount = minor * 10 ** (precision - (decimalsOf(currency) ?? 0));
  const none = { lines: [], shipping: 0, adjustment: 0 };
  const input = { paymentId: payment.id, amount, reason: "Returned.", ...none };
  const refund = await connection
    .withTransaction(ctx, (tx) => app.get(OrderService).refundOrder(tx, input))
    .catch((error: Error) => ({ message: error.message }));
  if (!(refund instanceof Refund)) return { refused: refund.message };
  if (refund.state === "Failed") return { refused: JSON.stringify(refund.metadata) };
  return { state: refund.state === "Settled" ? "succeeded" : "under-way" };
}

/** Returns the sum of the settled refunds of an order, in minor units. */
export async function readRefunded(app: Vendure, { tenant, reference }: Checkout): Promise<number> {
  const ctx = await createContext(app, tenant === "default" ? undefined : tenant);
  const refunds = await app
    .get(TransactionalConnection)
    .getRepository(ctx, Refund)
    .find({ where: { payment: { order: { code: reference } } }, relations: { payment: { order: true } } });
  const settled = refunds.filter(({ state }) => state === "Settled");
  const currency = settled[0]?.payment.order.currencyCode ?? "USD";
  const sum = settled.reduce((total, refund) => total + refund.total, 0);
  return sum / 10 ** (precision - (decimalsOf(currency) ?? 0));
}
