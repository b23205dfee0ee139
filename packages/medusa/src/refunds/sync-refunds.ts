import type { MedusaContainer } from "@medusajs/framework/types";
import { MathBN } from "@medusajs/framework/utils";
import { type PaymentStatus, toAmountText } from "@pay-index/core";
import { type RecordedRefund, type RefundedOrder, refundedOrders } from "@pay-index/core/adapter";
import { type Amount, toMoney } from "../amount.ts";
import { withRefundsLock } from "../locks.ts";
import { finishRefund } from "./finish-refund.ts";
import {
  findOrderPayment,
  type MedusaPayment,
  type MedusaRefund,
  refundReferenceKey,
  refundReferenceOf,
  refundSyncedKey,
  resolvePaymentModule,
  sumAmounts,
} from "./medusa-refunds.ts";
import { findOrderOfRefunds, findTransactionWriter } from "./order-of-refunds.ts";
import { findFailedRefunds, findGatewayRefunds, hasAmount, refundRequestOf } from "./refund-requests.ts";

/** Adds the recorded refunds of all orders of a cart to Medusa. @throws Error like `syncOrderRefunds` */
export async function syncRefunds(
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
  return due.refunds.every((each) => findRefund({ refunds }, each)?.metadata?.[refundSyncedKey]);
}

async function syncOrder(container: MedusaContainer, due: RefundedOrder): Promise<void> {
  for (const recorded of due.refunds) {
    const payment = await findOrderPayment(container, due);
    if (payment === undefined) return;
    const refund =
      findRefund(payment, recorded) ??
      (await claimSentRefund(container, { payment, due, recorded })) ??
      (await createRefund(container, { payment, due, recorded }));
    if (refund !== undefined && !refund.metadata?.[refundSyncedKey])
      await finishRefund(container, { orderId: due.orderId, payment, refund });
  }
}

function findRefund({ refunds = [] }: Pick<MedusaPayment, "refunds">, { reference }: RecordedRefund) {
  return refunds.find((each) => refundReferenceOf(each) === reference);
}

interface MissingRefund {
  readonly payment: MedusaPayment;
  readonly due: RefundedOrder;
  readonly recorded: RecordedRefund;
}

/**
 * Returns Medusa's refund that was sent to the gateway and was made, with the gateway's reference. If there is none, returns
 * one of the same amount that failed: staff refunded again, and Medusa displays the money as refunded.
 *
 * @throws Error while Medusa may be booking the refund. A later run continues.
 */
async function claimSentRefund(
  container: MedusaContainer,
  { payment: { refunds = [] }, due, recorded }: MissingRefund,
): Promise<MedusaRefund | undefined> {
  const { reference, requestId, amount } = recorded;
  const unclaimed = refunds.filter((row) => refundReferenceOf(row) === undefined);
  const isSent = (row: MedusaRefund) => requestId !== undefined && refundRequestOf(row) === requestId;
  const refund =
    unclaimed.find(isSent) ??
    findFailedRefunds(unclaimed, await findGatewayRefunds(container, due)).find((row) =>
      hasAmount(row, amount),
    );
  if (refund === undefined) return undefined;
  await requireBooked(container, due.orderId, refund);
  const metadata = { ...refund.metadata, [refundReferenceKey]: reference };
  await resolvePaymentModule(container).updateRefunds({ id: refund.id, metadata });
  return { ...refund, metadata };
}

/** Milliseconds after which Medusa's refund workflow has written its records, or was stopped. */
const bookingTime = 10_000;

/** The gateway can report a success before Medusa has written the transaction and the credit line of the refund. */
async function requireBooked(
  container: MedusaContainer,
  orderId: string,
  refund: MedusaRefund,
): Promise<void> {
  const order = await findOrderOfRefunds(container, orderId);
  const isBooked =
    order === undefined || Boolean(order.canceled_at) || findTransactionWriter(order, refund) !== undefined;
  const age = Date.now() - new Date(refund.created_at ?? 0).getTime();
  if (!isBooked && age < bookingTime) throw new Error("Medusa has not booked this refund yet.");
}

/** Returns undefined if Medusa has refunded this amount already. */
async function createRefund(
  container: MedusaContainer,
  { payment, due, recorded }: MissingRefund,
): Promise<MedusaRefund | undefined> {
  const { amount: money, reference, operator } = recorded;
  const amount = amountToRefund(payment, due, toAmountText(money));
  if (MathBN.lte(amount, 0)) return undefined;
  const rows = resolvePaymentModule(container);
  await rows.refundPayment({
    payment_id: payment.id,
    amount,
    note: reference,
    ...(operator === undefined ? {} : { created_by: operator.id }),
    metadata: { [refundReferenceKey]: reference },
  });
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
): Amount {
  const captured = sumAmounts(captures);
  // Medusa's other refunds are being refused, and may be deleted in a moment, or are checked by Medusa.
  const own = refunds.filter((each) => refundReferenceOf(each) !== undefined);
  const left = MathBN.sub(captured, sumAmounts(own));
  const isAll = toMoney(captured, due.refunded.currency)?.minor === due.refunded.minor;
  const isLast =
    (toMoney(left, due.refunded.currency)?.minor ?? 0) <= (toMoney(money, due.refunded.currency)?.minor ?? 0);
  if (isAll && isLast) return left;
  return MathBN.lt(money, left) ? money : left;
}
