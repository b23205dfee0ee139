import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { toAmountText } from "@pay-index/core";
import { type MedusaAmount, toRoundedMoney } from "../amount.ts";
import type { Container } from "../find-rows.ts";
import { findOrderDisplayNumber } from "../order-display-number.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { findPaidOrder, type PaidOrder } from "./find-paid-order.ts";

interface RefusedRefund {
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly amount: MedusaAmount;
  /** The id of this refund in Medusa. Undefined if Medusa passes none. */
  readonly dedupeKey: string | undefined;
}

const noRefundMessage =
  "The gateway's protocol has no refunds, so no money was moved. Refund the payment in the gateway's back office. Then record the refund: the shop has a review item for it.";

/**
 * Returns the error of a refund that staff have not recorded. If the payment has an order, staff get a review item,
 * also when Medusa cancels the order, which it does although the refund fails. Without an order, Medusa is reverting a
 * failed completion: the order is placed again, and nothing must be refunded.
 */
export async function refuseRefund(
  container: Container,
  { data, amount, dedupeKey }: RefusedRefund,
): Promise<MedusaError> {
  const order = await findPaidOrder(container, data ?? {});
  if (order !== undefined)
    await openRefundReviewItem(container, order, { data, amount, dedupeKey, why: "No money has moved." });
  container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pay-index: ${noRefundMessage}`);
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, noRefundMessage, "pay_index_no_refunds");
}

/** Opens a review item for a refund that was not made: Medusa records a refund of a cancelled order in any case. */
export async function openRefundReviewItem(
  container: Container,
  { orderId, attemptId, cycle }: PaidOrder,
  { data, amount, dedupeKey, why }: RefusedRefund & { readonly why: string },
): Promise<void> {
  const money = toRoundedMoney(amount, String(data?.currency));
  const sum = money === undefined ? String(amount) : `${toAmountText(money)} ${money.currency}`;
  const name = await findOrderDisplayNumber(container, orderId);
  await resolvePayIndex(container).gateway.requestRefund({
    ...{ attemptId, ...(cycle === undefined ? {} : { cycle }) },
    dedupeKey: dedupeKey ?? orderId,
    evidence: `The shop was asked to give back ${sum} of order ${name}. ${why}`,
    amount: money,
  });
}

/** Opens no review item: staff recorded this refund, and a later run syncs it. */
export function refundSyncRunningError(): MedusaError {
  const text = "The plugin is adding another refund of this payment. It adds this one later.";
  return new MedusaError(MedusaError.Types.CONFLICT, text, "pay_index_refund_early");
}

/** Why a refund was not sent while another one of the payment is. */
export const concurrentRefundText =
  "Another refund of this payment is being sent, so this one was not. Reload the page. If the refund is missing, refund again.";

/** The error of a refund that was not made through the gateway. Not `conflict`: Medusa replaces the message of such an error. */
export function refundRefusedError(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message, "pay_index_refund_refused");
}
