import type { IOrderModuleService, MedusaContainer } from "@medusajs/framework/types";
import { MathBN, Modules, OrderChangeStatus } from "@medusajs/framework/utils";
import type { GatewayRefund, Money } from "@pay-index/core";
import { toRoundedMoney } from "../amount.ts";
import { withRefundsLock } from "../locks.ts";
import { cancelAbandonedOrderChange } from "./add-order-credit-line.ts";
import type { PaidOrder } from "./find-paid-order.ts";
import {
  equalsMedusaRefundAmount,
  filterMedusaRefundsFailedAtGateway,
  findGatewayRefunds,
  idempotencyKeyOfMedusaRefund,
} from "./match-gateway-refunds.ts";
import {
  findOrderPayment,
  type MedusaRefund,
  medusaRefundIdPrefix,
  refundIdempotencyMetadataKey,
  refundReferenceOf,
  resolvePaymentModule,
} from "./medusa-refunds.ts";
import {
  addRefundTransaction,
  findOrderWithRefunds,
  findRefundTransactionOrigin,
  type OrderWithRefunds,
  outstandingAmountOf,
} from "./order-with-refunds.ts";

/** The idempotency key of a refund, or why it must not be sent. */
export type IdempotencyKeyOrRefusal = { readonly requestId: string } | { readonly refusal: string };

interface NewRefund {
  readonly order: PaidOrder;
  readonly refund: MedusaRefund;
  readonly money: Money;
}

/**
 * Returns the idempotency key of a refund of Medusa, and stores it with the refund. It is the refund's own id, with one
 * exception: an earlier refund was sent, and Medusa failed before it recorded it. Medusa has deleted that refund, or left it
 * without a transaction of the order. A new refund of the same amount repeats it, so it takes over its key.
 */
export function assignRefundIdempotencyKey(
  container: MedusaContainer,
  claimed: NewRefund,
): Promise<IdempotencyKeyOrRefusal> {
  return withRefundsLock(container, claimed.refund.payment_id, () => claim(container, claimed));
}

async function claim(
  container: MedusaContainer,
  { order, refund, money }: NewRefund,
): Promise<IdempotencyKeyOrRefusal> {
  const known = idempotencyKeyOfMedusaRefund(refund);
  if (known !== undefined) return { requestId: known };
  await cancelAbandonedOrderChange(container, order.orderId);
  const rows = resolvePaymentModule(container);
  const [all, gatewayRefunds, orderRecords] = await Promise.all([
    rows.listRefunds({ payment_id: refund.payment_id }, { take: null }),
    findGatewayRefunds(container, order),
    findOrderWithRefunds(container, order.orderId),
  ]);
  if (await isBlocked(container, orderRecords, { ...order, money })) return { refusal: openChangeText };
  const hasAmount = (row: MedusaRefund) => equalsMedusaRefundAmount(row, money);
  const others = all.filter(({ id }) => id !== refund.id);
  if (filterMedusaRefundsFailedAtGateway(others, gatewayRefunds).some(hasAmount))
    return { refusal: failedRefundText };
  const left = findUnrecordedRefunds(others, { gatewayRefunds, orderRecords });
  const repeated = left.find(hasAmount);
  const requestId =
    (repeated && idempotencyKeyOfMedusaRefund(repeated)) ??
    findLost(all, { gatewayRefunds, money }) ??
    refund.id;
  if (repeated !== undefined) await rows.deleteRefunds([repeated.id]);
  await recordOtherRefunds(container, { order, rows: left.filter((row) => row !== repeated) });
  const metadata = { ...refund.metadata, [refundIdempotencyMetadataKey]: requestId };
  await rows.updateRefunds({ id: refund.id, metadata });
  return { requestId };
}

/**
 * Whether Medusa's refund workflow would fail after the refund was sent: the order has an open change, and Medusa has to
 * write a credit line, because it does not owe the buyer the whole amount.
 */
async function isBlocked(
  container: MedusaContainer,
  orderRecords: OrderWithRefunds | undefined,
  { orderId, money }: { orderId: string; money: Money },
): Promise<boolean> {
  if (orderRecords === undefined || orderRecords.canceled_at) return false;
  const owed = toRoundedMoney(MathBN.mult(outstandingAmountOf(orderRecords), -1), money.currency);
  if (owed !== undefined && owed.minor >= money.minor) return false;
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  const open = await orders.listOrderChanges({
    order_id: orderId,
    status: [OrderChangeStatus.PENDING, OrderChangeStatus.REQUESTED],
  } as never);
  return open.length > 0;
}

const openChangeText =
  "No money has moved. The order has an open change, such as an order edit. Confirm or cancel it first, then refund.";

const failedRefundText =
  'No money has moved. Medusa displays a refund of this amount that failed at the gateway. Refund again in the section "Payment gateway" of the order, so that Medusa has the refund once.';

interface Known {
  readonly gatewayRefunds: readonly GatewayRefund[];
  readonly orderRecords: OrderWithRefunds | undefined;
}

/** Returns refunds that were sent and are in no transaction of the order: the workflow of Medusa that sent them failed. */
function findUnrecordedRefunds(
  others: readonly MedusaRefund[],
  { gatewayRefunds, orderRecords }: Known,
): MedusaRefund[] {
  // A cancellation records one transaction for all refunds.
  if (orderRecords === undefined || orderRecords.canceled_at) return [];
  const live = new Set(gatewayRefunds.filter(isLive).map(({ requestId }) => requestId));
  return others.filter((row) => {
    const requestId = idempotencyKeyOfMedusaRefund(row);
    const isSent = requestId !== undefined && live.has(requestId) && refundReferenceOf(row) === undefined;
    return isSent && findRefundTransactionOrigin(orderRecords, row) === undefined;
  });
}

/** Returns the key of a refund of this amount whose refund Medusa has deleted, and does not have in another way. */
function findLost(
  all: readonly MedusaRefund[],
  { gatewayRefunds, money }: Pick<Known, "gatewayRefunds"> & { readonly money: Money },
): string | undefined {
  const taken = new Set(all.flatMap((row) => [idempotencyKeyOfMedusaRefund(row), refundReferenceOf(row)]));
  return gatewayRefunds.find(
    (refund) =>
      refund.requestId?.startsWith(medusaRefundIdPrefix) &&
      !taken.has(refund.requestId) &&
      (refund.refundId === undefined || !taken.has(refund.refundId)) &&
      isLive(refund) &&
      refund.amount.minor === money.minor,
  )?.requestId;
}

/** Whether the gateway may have made the refund, or may still make it. */
function isLive({ state }: GatewayRefund): boolean {
  return state !== "failed";
}

/** Medusa's workflow would write the transactions of these refunds with the amount of the new one. */
async function recordOtherRefunds(
  container: MedusaContainer,
  { order, rows }: { readonly order: PaidOrder; readonly rows: readonly MedusaRefund[] },
): Promise<void> {
  if (rows.length === 0) return;
  const payment = await findOrderPayment(container, { ...order, cycle: order.cycle });
  if (payment === undefined) return;
  for (const refund of rows)
    await addRefundTransaction(container, { orderId: order.orderId, payment, refund });
}
