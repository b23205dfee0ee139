import type { CheckoutKey } from "@pay-index/conformance";
import { decimalsOf } from "@pay-index/core";
import { Refund, TransactionalConnection } from "@vendure/core";
import { createContext } from "../shop/catalog-and-orders.mts";
import type { Vendure } from "../shop/open-vendure.mts";
import { precision } from "./shop-actions.mts";

/** Returns the sum of the settled refunds of an order, in minor units. */
export async function readRefundedAmount(app: Vendure, { tenant, reference }: CheckoutKey): Promise<number> {
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
