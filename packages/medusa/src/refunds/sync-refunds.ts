import type { MedusaContainer } from "@medusajs/framework/types";
import { MathBN } from "@medusajs/framework/utils";
import { type PaymentStatus, toAmountText } from "@pay-index/core";
import { type RecordedRefund, type RefundedOrder, refundedOrders } from "@pay-index/core/adapter";
import { type Amount, toMoney } from "../amount.ts";
import { withLock } from "../locks.ts";
import { isWithinRecorded, refundReferenceOf } from "./check-refund.ts";
import { finishRefund } from "./finish-refund.ts";
import {
  findOrderPayment,
  type MedusaPayment,
  type MedusaRefund,
  refundReferenceKey,
  refundSyncedKey,
  resolvePaymentModule,
  sumAmounts,
} from "./medusa-refunds.ts";

/** Books the recorded refunds of all orders of a cart. @throws Error as `bookOrderRefunds` */
export async function syncRefunds(
  container: MedusaContainer,
  book: Pick<PaymentStatus, "attempts" | "placedOrder">,
): Promise<void> {
  for (const due of refundedOrders(book)) await bookOrderRefunds(container, due);
}

/**
 * Brings Medusa's books in line with the refunds that staff recorded: one refund of Medusa's for each, never more in all. Each step finds
 * what an earlier run has written, so this continues wherever a process ended.
 *
 * @throws the error of Medusa that stopped it, such as an order edit that is open. A later run continues.
 */
export async function bookOrderRefunds(container: MedusaContainer, due: RefundedOrder): Promise<void> {
  const payment = await findOrderPayment(container, due);
  if (payment === undefined || isSynced(payment, due)) return;
  // Medusa's own refund takes no lock that covers all that is written for one.
  await withLock(container, `pay-index:refunds:${payment.id}`, () => syncOrder(container, due));
}

/** Whether the books of Medusa have all that was recorded for this order. */
function isSynced({ refunds = [] }: Pick<MedusaPayment, "refunds">, due: RefundedOrder): boolean {
  return due.refunds.every((each) => findRefund({ refunds }, each)?.metadata?.[refundSyncedKey]);
}

async function syncOrder(container: MedusaContainer, due: RefundedOrder): Promise<void> {
  for (const recorded of due.refunds) {
    const payment = await findOrderPayment(container, due);
    if (payment === undefined) return;
    const refund =
      findRefund(payment, recorded) ?? (await createRefund(container, { payment, due, recorded }));
    if (refund !== undefined && !refund.metadata?.[refundSyncedKey])
      await finishRefund(container, { orderId: due.orderId, payment, refund });
  }
}

function findRefund({ refunds = [] }: Pick<MedusaPayment, "refunds">, { reference }: RecordedRefund) {
  return refunds.find((each) => refundReferenceOf(each) === reference);
}

/** Undefined: Medusa has refunded as much already. */
async function createRefund(
  container: MedusaContainer,
  { payment, due, recorded }: { payment: MedusaPayment; due: RefundedOrder; recorded: RecordedRefund },
): Promise<MedusaRefund | undefined> {
  const { amount: money, reference, operator } = recorded;
  const amount = amountToRefund(payment, due, toAmountText(money));
  if (MathBN.lte(amount, 0)) return undefined;
  const rows = resolvePaymentModule(container);
  await rows.refundPayment({
    payment_id: payment.id,
    amount,
    note: reference,
    created_by: operator.id,
    metadata: { [refundReferenceKey]: reference },
  });
  const refunds = await rows.listRefunds({ payment_id: payment.id }, { take: null });
  return findRefund({ refunds }, recorded);
}

/**
 * In Medusa's decimals, which may be more than those of the currency. Where all of the payment was given back, the last refund takes the
 * fraction with it, so that nothing is left.
 */
function amountToRefund(
  { captures, refunds = [] }: MedusaPayment,
  due: RefundedOrder,
  money: string,
): Amount {
  const captured = sumAmounts(captures);
  // All others are refused, and may be gone in a moment.
  const own = refunds.filter((each) => refundReferenceOf(each) !== undefined);
  const left = MathBN.sub(captured, sumAmounts(own));
  const isAll = toMoney(captured, due.refunded.currency)?.minor === due.refunded.minor;
  const isLast = isWithinRecorded([{ id: "", payment_id: "", amount: left }], {
    refunded: { minor: toMoney(money, due.refunded.currency)?.minor ?? 0, currency: due.refunded.currency },
  });
  if (isAll && isLast) return left;
  return MathBN.lt(money, left) ? money : left;
}
