import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { type GatewayRefundResult, isPayIndexError, type Money } from "@pay-index/core";
import { toRefundReason } from "@pay-index/core/adapter";
import { invalidRefundRequestText } from "@pay-index/core/staff";
import { type MedusaAmount, toRoundedMoney } from "../amount.ts";
import { paymentKeyOfCart } from "../checkout-snapshot.ts";
import { withLockIfFree } from "../locks.ts";
import { findOrderDisplayNumber } from "../order-display-number.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { findOperatorById } from "../staff/find-operator.ts";
import { assignRefundIdempotencyKey } from "./assign-refund-idempotency-key.ts";
import { findPaidOrder, type PaidOrder } from "./find-paid-order.ts";
import { type MedusaRefund, resolvePaymentModule } from "./medusa-refunds.ts";
import { refundDialog } from "./refund-dialog-scope.ts";
import { concurrentRefundText, openRefundReviewItem, refundRefusedError } from "./refuse-refund.ts";

/** A refund that Medusa asks the provider for. */
export interface RequestedRefund {
  /** The data of Medusa's payment. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly amount: MedusaAmount;
  /** The id of this refund in Medusa, which is stored before the provider is called. */
  readonly refundId: string | undefined;
}

/**
 * Sends a refund of Medusa to the gateway, and returns if the gateway may have it. Then Medusa records it.
 *
 * @throws MedusaError `not_allowed`: the refund was not made, so Medusa records nothing. Outside of Medusa's refund dialog,
 *   staff get a review item, because Medusa ignores this error when it cancels an order. A payment without an order gets
 *   none: Medusa is reverting a failed completion, and the order is placed again.
 */
export async function refundThroughGateway(
  container: MedusaContainer,
  requested: RequestedRefund,
): Promise<void> {
  const { data, amount, refundId } = requested;
  const order = await findPaidOrder(container, data);
  if (order === undefined) throw refundRefusedError(withoutOrderText);
  const refusal = await send(container, { ...requested, order });
  if (refusal === undefined) return;
  if (refundDialog.getStore() === undefined)
    await openRefundReviewItem(container, order, { data, amount, dedupeKey: refundId, why: refusal });
  container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pay-index: ${refusal}`);
  throw refundRefusedError(refusal);
}

const withoutOrderText = "This payment has no order, so it was not refunded.";

/** Returns why the refund was not made. Undefined if the gateway may have it. */
async function send(
  container: MedusaContainer,
  { data, amount, refundId, order }: RequestedRefund & { readonly order: PaidOrder },
): Promise<string | undefined> {
  const money = toRoundedMoney(amount, String(data.currency));
  const [refund] =
    refundId === undefined ? [] : await resolvePaymentModule(container).listRefunds({ id: refundId });
  if (refund === undefined || money === undefined)
    return "Medusa did not name the refund, so nothing was sent.";
  const sent = await withLockIfFree(container, `pay-index:refunding:${refund.payment_id}`, async () => {
    const claimed = await assignRefundIdempotencyKey(container, { order, refund, money });
    if ("refusal" in claimed) return claimed.refusal;
    return callGateway(container, { order, refund, money, requestId: claimed.requestId });
  });
  return sent.isRun ? sent.result : concurrentRefundText;
}

interface GatewayCall {
  readonly order: PaidOrder;
  readonly refund: MedusaRefund;
  readonly money: Money;
  readonly requestId: string;
}

async function callGateway(
  container: MedusaContainer,
  { order, refund, money, requestId }: GatewayCall,
): Promise<string | undefined> {
  const { cartId, attemptId, cycle, orderId } = order;
  const [operator, reason] = await Promise.all([
    findOperatorById(container, refund.created_by),
    findReason(container, refund, orderId),
  ]);
  try {
    const result = await resolvePayIndex(container).gateway.refund({
      ...paymentKeyOfCart(cartId),
      attemptId,
      ...(cycle === undefined ? {} : { cycle }),
      amount: money,
      reason,
      idempotencyKey: requestId,
      ...(operator === undefined ? {} : { operator }),
    });
    return refusalOf(result);
  } catch (error) {
    // Nothing was sent. Medusa does not repeat a refund, so staff must read about each error.
    if (!isPayIndexError(error)) throw error;
    return error.code === "refund_invalid" ? invalidRefundRequestText(error) : error.message;
  }
}

function refusalOf({ state, text }: GatewayRefundResult): string | undefined {
  if (state !== "failed") return undefined;
  return text === undefined
    ? "The gateway refused the refund, and gave no reason. No money has moved."
    : `The gateway refused the refund: ${text}. No money has moved.`;
}

/** The gateway's staff read it, so it does not contain the note of the shop's staff. */
async function findReason(
  container: MedusaContainer,
  { refund_reason_id: id }: MedusaRefund,
  orderId: string,
): Promise<string> {
  const about = `Order ${await findOrderDisplayNumber(container, orderId)}`;
  const [named] = id ? await resolvePaymentModule(container).listRefundReasons({ id }) : [];
  const withoutReason = `${about} is refunded.`;
  if (named === undefined) return withoutReason;
  return toRefundReason(`${about}: ${named.label}`) ?? withoutReason;
}
