import type { GatewayRefund, PaymentStatus } from "@pay-index/core";
import type { Container } from "../find-rows.ts";
import { filterMedusaRefundsFailedAtGateway, idempotencyKeyOfMedusaRefund } from "./match-gateway-refunds.ts";
import { findOrderPayment, type MedusaRefund } from "./medusa-refunds.ts";

/** The refunds that failed at the gateway, and that Medusa displays as made: Medusa's refund by its idempotency key. */
export type FailedMedusaRefunds = ReadonlyMap<string, MedusaRefund>;

interface Charge {
  readonly attemptId: string;
  readonly cycle: number | undefined;
  readonly orderId: string | undefined;
  readonly gatewayRefunds: readonly GatewayRefund[];
}

/** Compares the failed refunds of a payment with Medusa's own records. */
export async function findFailedMedusaRefunds(
  container: Container,
  payment: Pick<PaymentStatus, "attempts" | "placedOrder">,
): Promise<FailedMedusaRefunds> {
  const failed = chargesOf(payment).filter(({ gatewayRefunds }) =>
    gatewayRefunds.some(({ state, requestId }) => state === "failed" && requestId !== undefined),
  );
  const found = await Promise.all(failed.map((charge) => findFailedRefundsOfCharge(container, charge)));
  return new Map(found.flat());
}

function chargesOf({ attempts, placedOrder }: Pick<PaymentStatus, "attempts" | "placedOrder">): Charge[] {
  return attempts.flatMap(({ attemptId, gatewayRefunds, subscription }) => [
    { attemptId, cycle: undefined, orderId: placedOrder?.id, gatewayRefunds },
    ...(subscription?.cycles ?? []).map((cycle) => ({
      attemptId,
      cycle: cycle.number,
      orderId: cycle.placedOrder?.id,
      gatewayRefunds: cycle.gatewayRefunds,
    })),
  ]);
}

async function findFailedRefundsOfCharge(
  container: Container,
  { attemptId, cycle, orderId, gatewayRefunds }: Charge,
): Promise<(readonly [string, MedusaRefund])[]> {
  if (orderId === undefined) return [];
  const payment = await findOrderPayment(container, { orderId, attemptId, cycle });
  const failed = filterMedusaRefundsFailedAtGateway(payment?.refunds ?? [], gatewayRefunds);
  return failed.map((row) => [idempotencyKeyOfMedusaRefund(row) ?? row.id, row] as const);
}
