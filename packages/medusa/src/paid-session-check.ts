import type { IPaymentModuleService } from "@medusajs/framework/types";
import { MedusaError, Modules } from "@medusajs/framework/utils";
import type { Money } from "@pay-index/core";
import { amountDueProblem } from "@pay-index/core/adapter";
import { equalsMoney, type MedusaAmount, toRoundedMoney } from "./amount.ts";
import { type CartSession, type CheckoutCart, totalFields } from "./checkout-cart.ts";
import { amountDueForOrder, findExistingOrder } from "./existing-order.ts";
import { type Container, findRows } from "./find-rows.ts";
import { type CheckoutAttempt, resolvePayIndex } from "./resolve-pay-index.ts";
import { hasPlanItems } from "./subscription/cart-plan.ts";
import { digestGoods } from "./subscription/goods-digest.ts";

type Cart = Pick<CheckoutCart, "total" | "currency_code" | "items">;

interface PaidSession {
  readonly sessionId: string;
  readonly attemptId: string;
  readonly amount: Money;
  readonly cycle?: number | undefined;
}

/** The error with which a cart completion ends if the cart differs from what was paid. */
const cartChangedCode = "pay_index_changed";

export function cartChangedError(problem: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, problem, cartChangedCode);
}

/** Medusa's workflow engine does not preserve error classes. */
export function isCartChangedError(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === cartChangedCode;
}

/**
 * Returns why a paid session must not be accepted, immediately before Medusa accepts it. Compares the session's amount
 * with what was charged and the cart's total with the price, checks that staff have not recorded a refund, and compares the goods of a
 * subscription, because each cycle delivers them. Goods that were paid once must not belong to a plan now, because
 * nobody would charge it.
 *
 * Medusa calls the provider while it completes the cart under its lock. `completeCartWorkflow.hooks.validate` would be
 * possible as well, but each shop can have only one handler, which the plugin must leave to the shop.
 */
export async function findPaidSessionProblem(
  container: Container,
  { sessionId, attemptId, amount, cycle }: PaidSession,
): Promise<string | undefined> {
  if (cycle !== undefined) return findRenewalSessionProblem(container, { sessionId, amount });
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT);
  const [[session], attempt] = await Promise.all([
    payments.listPaymentSessions({ id: sessionId }),
    resolvePayIndex(container).attemptOf(attemptId),
  ]);
  if (attempt?.isGivenUp) return "Staff have refunded this payment, or have resolved it in another way.";
  if (session !== undefined && attempt?.orderId !== undefined)
    return findOrderSessionProblem(container, { session, orderId: attempt.orderId, amount });
  const cart = attempt && (await findCartOfAttempt(container, attempt));
  if (session === undefined || cart === undefined) return "The payment's session or cart no longer exists.";
  const goods = attempt?.subscribed?.goods;
  if (goods !== undefined && goods !== digestGoods(cart.items))
    return "The cart no longer has the items that the buyer subscribed to.";
  if (attempt?.isSubscription === false && (await hasPlanItems(container, cart.items)))
    return "The cart has subscription items, but the payment is a one-time payment.";
  const isAsPaid =
    isAmountDue(attempt?.chargedAmount ?? amount, session.amount, session.currency_code) &&
    isAmountDue(amount, cart.total, cart.currency_code);
  return isAsPaid ? undefined : "The cart no longer matches the payment.";
}

function isAmountDue(price: Money, amount: MedusaAmount, currency: string): boolean {
  return amountDueProblem(price, toRoundedMoney(amount, currency)) === undefined;
}

type SessionAmount = Pick<CartSession, "amount" | "currency_code">;

/** The plugin adds the payment under the order's lock, under which Medusa changes orders. */
async function findOrderSessionProblem(
  container: Container,
  { session, orderId, amount }: { session: SessionAmount; orderId: string; amount: Money },
): Promise<string | undefined> {
  const order = await findExistingOrder(container, orderId);
  const due = order && amountDueForOrder(order);
  const isAsPaid =
    isAmountDue(amount, session.amount, session.currency_code) && amountDueProblem(amount, due) === undefined;
  return isAsPaid ? undefined : "The amount due for the order no longer matches the payment.";
}

/** A renewal has no cart. Its order was compared before its session was created. */
async function findRenewalSessionProblem(
  container: Container,
  { sessionId, amount }: Pick<PaidSession, "sessionId" | "amount">,
): Promise<string | undefined> {
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT);
  const [session] = await payments.listPaymentSessions({ id: sessionId });
  if (session !== undefined && equalsMoney(session.amount, session.currency_code, amount)) return undefined;
  return "The renewal's session does not match the payment.";
}

async function findCartOfAttempt(container: Container, { cartId }: CheckoutAttempt) {
  const fields = ["id", "currency_code", ...totalFields];
  return (await findRows<Cart>(container, { entity: "cart", fields, filters: { id: cartId } }))[0];
}
