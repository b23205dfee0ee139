import type { GatewayRefund, Money } from "@pay-index/core";
import { chargesOfPayment } from "@pay-index/core/adapter";
import { equalsMoney } from "../amount.ts";
import type { Container } from "../find-rows.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import type { PaidOrder } from "./find-paid-order.ts";
import { type MedusaRefund, refundIdempotencyMetadataKey, refundReferenceOf } from "./medusa-refunds.ts";

/** Returns the idempotency key with which a refund of Medusa was sent to the gateway. Undefined if it was not sent. */
export function idempotencyKeyOfMedusaRefund(refund: Pick<MedusaRefund, "metadata">): string | undefined {
  const requestId = refund.metadata?.[refundIdempotencyMetadataKey];
  return typeof requestId === "string" ? requestId : undefined;
}

/** Whether Medusa's refund has the money of a refund at the gateway. */
export function equalsMedusaRefundAmount({ raw_amount, amount }: MedusaRefund, money: Money): boolean {
  return equalsMoney(raw_amount ?? amount, money.currency, money);
}

/** Returns the refunds through the gateway of the attempt or the later cycle that paid an order. */
export async function findGatewayRefunds(
  container: Container,
  { attemptId, cycle }: Pick<PaidOrder, "attemptId"> & { readonly cycle?: number | undefined },
): Promise<readonly GatewayRefund[]> {
  const payIndex = resolvePayIndex(container);
  const cartId = await payIndex.cartOf(attemptId);
  if (cartId === undefined) return [];
  const charges = chargesOfPayment(await payIndex.paymentOfCart(cartId));
  const charge = charges.find((each) => each.attemptId === attemptId && each.cycle === cycle);
  return charge?.gatewayRefunds ?? [];
}

/**
 * Returns Medusa's refunds that failed at the gateway after Medusa had recorded them. Medusa displays them as made, and
 * cannot remove them.
 */
export function filterMedusaRefundsFailedAtGateway(
  rows: readonly MedusaRefund[],
  gatewayRefunds: readonly GatewayRefund[],
): MedusaRefund[] {
  const failed = new Set(
    gatewayRefunds.flatMap(({ state, requestId }) => (state === "failed" ? [requestId] : [])),
  );
  return rows.filter((row) => {
    const requestId = idempotencyKeyOfMedusaRefund(row);
    return requestId !== undefined && refundReferenceOf(row) === undefined && failed.has(requestId);
  });
}
