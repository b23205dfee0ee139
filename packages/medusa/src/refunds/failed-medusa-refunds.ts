import type { PaymentStatus } from "@pay-index/core";
import { type ChargeStatus, chargesOfPayment } from "@pay-index/core/adapter";
import type { Container } from "../find-rows.ts";
import { filterMedusaRefundsFailedAtGateway, idempotencyKeyOfMedusaRefund } from "./match-gateway-refunds.ts";
import { findOrderPayment } from "./medusa-refunds.ts";

/** Returns the idempotency keys of the payment's refunds that failed at the gateway, and that Medusa displays as made. */
export async function findKeysOfFailedMedusaRefunds(
  container: Container,
  payment: Pick<PaymentStatus, "attempts" | "placedOrder">,
): Promise<ReadonlySet<string>> {
  const found = chargesOfPayment(payment).map((charge) => findKeysOfCharge(container, charge));
  return new Set((await Promise.all(found)).flat());
}

async function findKeysOfCharge(
  container: Container,
  { attemptId, cycle, placedOrder, gatewayRefunds }: ChargeStatus,
): Promise<string[]> {
  const hasFailed = gatewayRefunds.some(
    ({ state, requestId }) => state === "failed" && requestId !== undefined,
  );
  if (placedOrder?.id === undefined || !hasFailed) return [];
  const payment = await findOrderPayment(container, { orderId: placedOrder.id, attemptId, cycle });
  const failed = filterMedusaRefundsFailedAtGateway(payment?.refunds ?? [], gatewayRefunds);
  return failed.flatMap((row) => idempotencyKeyOfMedusaRefund(row) ?? []);
}
