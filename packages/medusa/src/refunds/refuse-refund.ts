import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { toAmountText } from "@pay-index/core";
import { type Amount, toMoney } from "../amount.ts";
import { orderName } from "../order-name.ts";
import { findCartOrderId } from "../payable-cart.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { createRenewalIds, createRenewalSeed } from "../subscription/renewal-ids.ts";

interface RefusedRefund {
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly amount: Amount;
  /** The id of this refund in Medusa. */
  readonly mark: string | undefined;
}

const noRefundMessage =
  "The gateway's protocol has no refunds, so no money was moved. Refund the payment in the gateway's back office. Then record the refund: the shop has a review item for it.";

/**
 * Returns the error of a refund that staff have not recorded. If the payment has an order, staff get a review item,
 * also when Medusa cancels the order, which it does although the refund fails. Without an order, Medusa is reverting a
 * failed completion: the order is placed again, and nothing must be refunded.
 */
export async function refuseRefund(
  container: Pick<MedusaContainer, "resolve">,
  { data, amount, mark }: RefusedRefund,
): Promise<MedusaError> {
  const order = await findOrderOfPayment(container, data ?? {});
  if (order !== undefined) {
    const { orderId, ...paid } = order;
    const currency = String(data?.currency);
    const money = toMoney(amount, currency);
    const sum = money === undefined ? String(amount) : `${toAmountText(money)} ${money.currency}`;
    const evidence = `The shop was asked to give back ${sum} of order ${await orderName(container, orderId)}. No money has moved.`;
    await resolvePayIndex(container).gateway.requestRefund({
      ...paid,
      dedupeKey: mark ?? orderId,
      evidence,
      amount: money,
    });
  }
  container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pay-index: ${noRefundMessage}`);
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, noRefundMessage, "pay_index_no_refunds");
}

/** Returns the order that the payment of a session paid: that of its cart, or that of its cycle. */
async function findOrderOfPayment(
  container: Pick<MedusaContainer, "resolve">,
  { attempt_id: attemptId, cycle }: Readonly<Record<string, unknown>>,
) {
  if (typeof attemptId !== "string") return undefined;
  const attempt = await resolvePayIndex(container).attemptOf(attemptId);
  if (attempt === undefined) return undefined;
  const { cartId, subscribed } = attempt;
  const firstOrderId = await findCartOrderId(container, cartId);
  if (firstOrderId === undefined) return undefined;
  if (typeof cycle !== "number") return { attemptId, orderId: firstOrderId };
  const seed = createRenewalSeed({ subscribed, firstOrderId, attemptId, cycle });
  return { attemptId, cycle, orderId: createRenewalIds(seed).order };
}

/** Opens no review item: staff recorded this refund, and a later run syncs it. */
export function refundInProgressError(): MedusaError {
  const text = "The plugin is adding another refund of this payment. It adds this one later.";
  return new MedusaError(MedusaError.Types.CONFLICT, text, "pay_index_refund_early");
}
