import type { IOrderModuleService, MedusaContainer } from "@medusajs/framework/types";
import { MathBN, Modules } from "@medusajs/framework/utils";
import { type Money, toAmountText } from "@pay-index/core";
import type { PaidPayment } from "@pay-index/core/adapter";
import { type MedusaAmount, toRoundedMoney } from "../amount.ts";
import type { Container } from "../find-rows.ts";
import { withRefundsLock } from "../locks.ts";
import { addOrderCreditLine, cancelAbandonedOrderChange } from "../refunds/add-order-credit-line.ts";
import { findOrderPayment, resolvePaymentModule } from "../refunds/medusa-refunds.ts";
import { findFirstOrder } from "./first-order.ts";

type Prices = Pick<PaidPayment, "amount" | "chargedAmount">;

/** The reference of the credit line that makes the total of a first order the charged amount. */
const firstPeriodReference = "pay-index-first-period";

/** Whether the first period of a subscription has a price of its own, lower or higher than that of a cycle (PLAN-FIRST). */
export function hasFirstPeriodPrice({ amount, chargedAmount }: Prices): boolean {
  return chargedAmount.minor !== amount.minor;
}

/**
 * Returns the amount of the session that pays the cart, in Medusa's decimals. It becomes Medusa's payment and capture. Otherwise the
 * session's own amount, unchanged, so that Medusa keeps the fraction that rounding removed.
 */
export function chooseSessionAmount(payment: Prices, own: MedusaAmount): MedusaAmount {
  return hasFirstPeriodPrice(payment) ? toAmountText(payment.chargedAmount) : own;
}

/**
 * Returns what an order cost when it was placed. A payment of a first period with its own price does not tell it, so the order itself
 * is read. Undefined if the order is gone.
 */
export async function findPlacedAmount(
  container: Container,
  { orderId, payment, paid }: { orderId: string; payment: Prices; paid: Money | undefined },
): Promise<Money | undefined> {
  if (!hasFirstPeriodPrice(payment) || paid?.minor !== payment.chargedAmount.minor) return paid;
  const order = await findFirstOrder(container, orderId);
  return order && toRoundedMoney(order.total, order.currency_code);
}

/**
 * Makes the records of a first order say what was charged: the order's total by one credit line, which is negative if the first period
 * costs more than a cycle, and the amount of its payment collection. Medusa's payment and capture have the charged amount already.
 * Renewals copy the order as placed, and so without the credit line. Each step can be repeated.
 *
 * @throws the error of Medusa that stopped it, such as an open order edit. A later run continues.
 */
export async function recordFirstPeriodPriceInOrder(
  container: MedusaContainer,
  { orderId, payment }: { readonly orderId: string; readonly payment: PaidPayment },
): Promise<void> {
  if (!hasFirstPeriodPrice(payment)) return;
  const { attemptId, chargedAmount } = payment;
  const recorded = await findOrderPayment(container, { orderId, attemptId, cycle: undefined });
  if (recorded === undefined) return;
  const { id, payment_collection_id } = recorded;
  const charged = toAmountText(chargedAmount);
  await withRefundsLock(container, id, async () => {
    const payments = resolvePaymentModule(container);
    const [collection] = await payments.listPaymentCollections({ id: payment_collection_id });
    const price = collection?.raw_amount ?? collection?.amount ?? charged;
    // The collection is written last.
    if (MathBN.eq(price, charged)) return;
    await creditFirstPeriod(container, { orderId, attemptId, amount: MathBN.sub(price, charged) });
    const paid = { amount: charged, status: "completed", completed_at: new Date() };
    await payments.updatePaymentCollections(payment_collection_id, paid);
  });
}

async function creditFirstPeriod(
  container: MedusaContainer,
  { orderId, attemptId, amount }: { orderId: string; attemptId: string; amount: MedusaAmount },
): Promise<void> {
  await cancelAbandonedOrderChange(container, orderId);
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  const order = await orders.retrieveOrder(orderId, { relations: ["credit_lines"] });
  const isCredited = order.credit_lines?.some(({ reference }) => reference === firstPeriodReference);
  if (isCredited || order.canceled_at) return;
  await addOrderCreditLine(container, {
    orderId,
    reference: firstPeriodReference,
    referenceId: attemptId,
    amount,
  });
}
