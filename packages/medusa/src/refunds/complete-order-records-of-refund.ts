import type { MedusaContainer } from "@medusajs/framework/types";
import { MathBN, PaymentEvents } from "@medusajs/framework/utils";
import { emitMedusaEvent } from "../emit-event.ts";
import { addOrderCreditLine, cancelAbandonedOrderChange } from "./add-order-credit-line.ts";
import { idempotencyKeyOfMedusaRefund } from "./match-gateway-refunds.ts";
import {
  type MedusaPayment,
  refundRecordsCompleteMetadataKey,
  refundReferenceOf,
  resolvePaymentModule,
  sumAmounts,
} from "./medusa-refunds.ts";
import {
  addRefundTransaction,
  findOrderWithRefunds,
  findRefundTransactionOrigin,
  type OrderRefund,
  type OrderWithRefunds,
  outstandingAmountOf,
} from "./order-with-refunds.ts";

/**
 * Writes what Medusa's `refundPaymentWorkflow` writes after the refund itself: the order's credit line, its
 * transaction, and the event. The workflow cannot be resumed: if it stops after the refund, the order never gets these
 * records. Each record names the refund, so a second run writes only what is missing. The event is emitted at least
 * once. If the workflow itself wrote the records, nothing is added to them.
 */
export async function completeOrderRecordsOfRefund(
  container: MedusaContainer,
  unfinished: OrderRefund,
): Promise<void> {
  const { orderId, payment, refund } = unfinished;
  await cancelAbandonedOrderChange(container, orderId);
  const order = await findOrderWithRefunds(container, orderId);
  const isRecorded = order !== undefined && findRefundTransactionOrigin(order, refund) === "medusa";
  // Medusa's cancellation has recorded everything that was left as refunded.
  if (order !== undefined && !order.canceled_at && !isRecorded) {
    if (findRefundTransactionOrigin(order, refund) === undefined)
      await addRefundTransaction(container, unfinished);
    await addCreditLine(container, unfinished, await findOrderWithRefunds(container, orderId));
  }
  await updateCollection(container, payment);
  if (!isRecorded) await emitMedusaEvent(container, PaymentEvents.REFUNDED, payment.id);
  const metadata = { ...refund.metadata, [refundRecordsCompleteMetadataKey]: true };
  await resolvePaymentModule(container).updateRefunds({ id: refund.id, metadata });
}

/**
 * Reduces the order's amount due by the refund, so that nothing is left to pay. An amount that the shop owed the buyer
 * before is not included.
 */
async function addCreditLine(
  container: MedusaContainer,
  { orderId, refund }: OrderRefund,
  order: OrderWithRefunds = {},
): Promise<void> {
  if (order.credit_lines?.some((row) => row?.reference_id === refund.id)) return;
  const pending = outstandingAmountOf(order);
  const refunded = refund.raw_amount ?? refund.amount;
  const amount = MathBN.lt(pending, refunded) ? pending : refunded;
  if (MathBN.lte(amount, 0)) return;
  await addOrderCreditLine(container, { orderId, reference: "refund", referenceId: refund.id, amount });
}

/** Medusa does this after it has called the provider, and includes refunds that are refused a moment later. */
async function updateCollection(
  container: MedusaContainer,
  { id: paymentId, payment_collection_id: id }: MedusaPayment,
): Promise<void> {
  const rows = resolvePaymentModule(container);
  const payments = await rows.listPayments({ payment_collection_id: id } as never, {
    relations: ["refunds"],
  });
  const refunds = (payments as unknown as MedusaPayment[]).flatMap((each) =>
    (each.refunds ?? []).filter((refund) => each.id !== paymentId || isOfPlugin(refund)),
  );
  const refunded = sumAmounts(refunds);
  const [collection] = await rows.listPaymentCollections({ id });
  if (!MathBN.eq(collection?.refunded_amount ?? 0, refunded))
    await rows.updatePaymentCollections(id, { refunded_amount: refunded });
}

/** Whether a refund was recorded or sent to the gateway, and is not being refused. */
function isOfPlugin(refund: Parameters<typeof idempotencyKeyOfMedusaRefund>[0]): boolean {
  return refundReferenceOf(refund) !== undefined || idempotencyKeyOfMedusaRefund(refund) !== undefined;
}
