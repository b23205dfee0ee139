import type { MedusaContainer } from "@medusajs/framework/types";
import { MathBN } from "@medusajs/framework/utils";
import { type PaymentStatus, toAmountText } from "@pay-index/core";
import { type RecordedRefund, type RefundedOrder, refundedOrders } from "@pay-index/core/adapter";
import { type MedusaAmount, toRoundedMoney } from "../amount.ts";
import { withRefundsLock } from "../locks.ts";
import {
  assertRefundNotRecent,
  assignRefundReference,
  type MissingRefund,
} from "./assign-refund-reference.ts";
import { completeOrderRecordsOfRefund } from "./complete-order-records-of-refund.ts";
import {
  addMadeRefund,
  findOrderPayment,
  type MedusaPayment,
  type MedusaRefund,
  refundRecordsCompleteMetadataKey,
  refundReferenceOf,
  resolvePaymentModule,
  sumAmounts,
} from "./medusa-refunds.ts";

/** Adds the recorded refunds of all orders of a cart to Medusa. @throws Error like `syncOrderRefunds` */
export async function syncPaymentRefunds(
  container: MedusaContainer,
  payment: Pick<PaymentStatus, "attempts" | "placedOrder">,
): Promise<void> {
  for (const due of refundedOrders(payment)) await syncOrderRefunds(container, due);
}

/**
 * Adds the refunds that were made to Medusa: one refund in Medusa for each, and never more in total. Medusa has the refunds
 * that it sent to the gateway itself: they only get the gateway's reference, and what a stopped process left out. Each step
 * finds what an earlier run wrote, so a later run continues after a process stopped.
 *
 * @throws the error of Medusa that stopped it, such as an open order edit. A later run continues.
 */
export async function syncOrderRefunds(container: MedusaContainer, due: RefundedOrder): Promise<void> {
  const payment = await findOrderPayment(container, due);
  if (payment === undefined || isSynced(payment, due)) return;
  await withRefundsLock(container, payment.id, () => syncOrder(container, due));
}

/** Whether Medusa has all recorded refunds of this order. */
function isSynced({ refunds = [] }: Pick<MedusaPayment, "refunds">, due: RefundedOrder): boolean {
  return due.refunds.every(
    (each) => findRefund({ refunds }, each)?.metadata?.[refundRecordsCompleteMetadataKey],
  );
}

async function syncOrder(container: MedusaContainer, due: RefundedOrder): Promise<void> {
  for (const recorded of due.refunds) {
    const payment = await findOrderPayment(container, due);
    if (payment === undefined) return;
    const refund =
      findRefund(payment, recorded) ??
      (await assignRefundReference(container, { payment, due, recorded })) ??
      (await createRefund(container, { payment, due, recorded }));
    if (refund !== undefined && !refund.metadata?.[refundRecordsCompleteMetadataKey])
      await completeOrderRecordsOfRefund(container, { orderId: due.orderId, payment, refund });
  }
}

function findRefund({ refunds = [] }: Pick<MedusaPayment, "refunds">, { reference }: RecordedRefund) {
  return refunds.find((each) => refundReferenceOf(each) === reference);
}

/** Returns undefined if Medusa has refunded this amount already. */
async function createRefund(
  container: MedusaContainer,
  { payment, due, recorded }: MissingRefund,
): Promise<MedusaRefund | undefined> {
  const { amount: money, reference, operator } = recorded;
  assertRefundNotRecent(recorded);
  const amount = amountToRefund(payment, due, toAmountText(money));
  if (MathBN.lte(amount, 0)) return undefined;
  const createdBy = operator === undefined ? {} : { created_by: operator.id };
  await addMadeRefund(container, reference, { payment_id: payment.id, amount, ...createdBy });
  const rows = resolvePaymentModule(container);
  const refunds = await rows.listRefunds({ payment_id: payment.id }, { take: null });
  return findRefund({ refunds }, recorded);
}

/**
 * Returns the amount in Medusa's decimals, which can have more digits than the currency. If the whole payment was
 * refunded, the last refund includes the fraction, so that nothing is left.
 */
function amountToRefund(
  { captures, refunds = [] }: MedusaPayment,
  due: RefundedOrder,
  money: string,
): MedusaAmount {
  const captured = sumAmounts(captures);
  // Medusa's other refunds are being refused, and may be deleted in a moment, or they were sent to the gateway.
  const own = refunds.filter((each) => refundReferenceOf(each) !== undefined);
  const left = MathBN.sub(captured, sumAmounts(own));
  const isAll = toRoundedMoney(captured, due.refunded.currency)?.minor === due.refunded.minor;
  const isLast =
    (toRoundedMoney(left, due.refunded.currency)?.minor ?? 0) <=
    (toRoundedMoney(money, due.refunded.currency)?.minor ?? 0);
  if (isAll && isLast) return left;
  return MathBN.lt(money, left) ? money : left;
}
