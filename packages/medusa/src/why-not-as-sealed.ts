import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils";
import { amountDueProblem, type Money } from "@pay-index/core";
import { type Amount, isMoney, toMoney } from "./amount.ts";
import { type Attempt, payIndexOf } from "./pay-index-of.ts";
import type { PayableCart } from "./payable-cart.ts";
import { goodsOf } from "./subscription/goods.ts";
import { carriesPlan } from "./subscription/plan-of-cart.ts";

type Container = Pick<MedusaContainer, "resolve">;

type Cart = Pick<PayableCart, "total" | "currency_code" | "items">;

interface Paid {
  readonly sessionId: string;
  readonly orderNumber: string;
  readonly money: Money;
  readonly cycle?: number | undefined;
}

/** What the completion of a cart ends with where it is not as sealed. */
const code = "pay_index_changed";

export function notAsSealed(problem: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, problem, code);
}

/** Medusa's workflow engine throws no error of its own class. */
export function isNotAsSealed(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === code;
}

/**
 * The last look before Medusa takes a session for paid: its amount and its cart's total are compared with what was paid, and staff must
 * not have given the money back. Of a subscription, what is in the cart is compared, too: it is what each cycle
 * delivers. What was paid once must not be on a plan by now, which nobody would charge. Medusa asks the provider in the middle of completing a cart, while it holds the cart's lock. It could be
 * a handler of `completeCartWorkflow.hooks.validate`, too, but Medusa has room for one in each shop, and that is the shop's.
 */
export async function whyNotAsSealed(
  container: Container,
  { sessionId, orderNumber, money, cycle }: Paid,
): Promise<string | undefined> {
  if (cycle !== undefined) return whyNotRenewed(container, { sessionId, money });
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT);
  const [[session], attempt] = await Promise.all([
    payments.listPaymentSessions({ id: sessionId }),
    payIndexOf(container).attemptOf(orderNumber),
  ]);
  if (attempt?.isGivenUp) return "Staff have given this payment back, or have dealt with it otherwise.";
  const cart = attempt && (await cartOf(container, attempt));
  if (session === undefined || cart === undefined) return "The payment's session or cart is gone.";
  const goods = attempt?.subscribed?.goods;
  if (goods !== undefined && goods !== goodsOf(cart.items))
    return "The cart has not the things in it any more that were subscribed to.";
  if (attempt?.isSubscription === false && (await carriesPlan(container, cart.items)))
    return "The cart has things in it that are charged again and again, and was paid once.";
  const isAsPaid =
    isDue(money, session.amount, session.currency_code) && isDue(money, cart.total, cart.currency_code);
  return isAsPaid ? undefined : "The cart is not what was paid for any more.";
}

function isDue(price: Money, amount: Amount, currency: string): boolean {
  return amountDueProblem(price, toMoney(amount, currency)) === undefined;
}

/** A renewal has no cart: its order was compared before its session was made. */
async function whyNotRenewed(
  container: Container,
  { sessionId, money }: Pick<Paid, "sessionId" | "money">,
): Promise<string | undefined> {
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT);
  const [session] = await payments.listPaymentSessions({ id: sessionId });
  if (session !== undefined && isMoney(session.amount, session.currency_code, money)) return undefined;
  return "The renewal's session is not what was paid for.";
}

async function cartOf(container: Container, { cartId }: Attempt): Promise<Cart | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const fields = ["id", "total", "currency_code", "items.variant_id", "items.title", "items.quantity"];
  const { data } = await query.graph({ entity: "cart", fields, filters: { id: cartId } });
  return data[0] as unknown as Cart | undefined;
}
