import type { MedusaContainer } from "@medusajs/framework/types";
import type { RecordedRefund, RefundedOrder } from "@pay-index/core/adapter";
import {
  equalsMedusaRefundAmount,
  filterMedusaRefundsFailedAtGateway,
  findGatewayRefunds,
  idempotencyKeyOfMedusaRefund,
} from "./match-gateway-refunds.ts";
import {
  type MedusaPayment,
  type MedusaRefund,
  medusaRefundIdPrefix,
  refundReferenceMetadataKey,
  refundReferenceOf,
  resolvePaymentModule,
} from "./medusa-refunds.ts";
import { findOrderWithRefunds, findRefundTransactionOrigin } from "./order-with-refunds.ts";

/** A refund that was made, and has no reference in Medusa. */
export interface MissingRefund {
  readonly payment: MedusaPayment;
  readonly due: RefundedOrder;
  readonly recorded: RecordedRefund;
}

/**
 * Returns Medusa's refund that was sent to the gateway and was made, with the gateway's reference. If there is none, returns
 * one of the same amount that failed: staff refunded again, and Medusa displays the money as refunded.
 *
 * @throws Error while Medusa may be recording the refund. A later run continues.
 */
export async function assignRefundReference(
  container: MedusaContainer,
  { payment: { refunds = [] }, due, recorded }: MissingRefund,
): Promise<MedusaRefund | undefined> {
  const { reference, requestId, amount } = recorded;
  const unclaimed = refunds.filter((row) => refundReferenceOf(row) === undefined);
  const isSent = (row: MedusaRefund) =>
    requestId !== undefined && idempotencyKeyOfMedusaRefund(row) === requestId;
  const refund =
    unclaimed.find(isSent) ??
    filterMedusaRefundsFailedAtGateway(unclaimed, await findGatewayRefunds(container, due)).find((row) =>
      equalsMedusaRefundAmount(row, amount),
    );
  if (refund === undefined) return undefined;
  await requireRecordedByMedusa(container, due.orderId, refund);
  const metadata = { ...refund.metadata, [refundReferenceMetadataKey]: reference };
  await resolvePaymentModule(container).updateRefunds({ id: refund.id, metadata });
  return { ...refund, metadata };
}

/** Milliseconds after which Medusa's refund workflow has written its records, or was stopped. */
const recordingTime = 10_000;

/** The gateway can report a success before Medusa has written the transaction and the credit line of the refund. */
async function requireRecordedByMedusa(
  container: MedusaContainer,
  orderId: string,
  refund: MedusaRefund,
): Promise<void> {
  const order = await findOrderWithRefunds(container, orderId);
  const isRecorded =
    order === undefined ||
    Boolean(order.canceled_at) ||
    findRefundTransactionOrigin(order, refund) !== undefined;
  if (!isRecorded && isRecent(refund.created_at)) throw notRecordedYetError();
}

/**
 * Throws if Medusa has just lost a refund that it sent. Staff who repeat it must find it missing: it is not sent again then.
 *
 * @throws Error in the first seconds. A later run adds the refund.
 */
export function assertRefundNotRecent({ requestId, at }: RecordedRefund): void {
  if (requestId?.startsWith(medusaRefundIdPrefix) && isRecent(at)) throw notRecordedYetError();
}

function isRecent(at: string | Date | undefined): boolean {
  return Date.now() - new Date(at ?? 0).getTime() < recordingTime;
}

function notRecordedYetError(): Error {
  return new Error("Medusa may still be recording this refund.");
}
