import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import type { Money } from "@pay-index/core";
import { isMoney } from "./amount.ts";
import { payIndexOf } from "./pay-index-of.ts";
import type { PayableCart } from "./payable-cart.ts";

type Container = Pick<MedusaContainer, "resolve">;

type Cart = Pick<PayableCart, "total" | "currency_code">;

interface Paid {
  readonly sessionId: string;
  readonly orderNumber: string;
  readonly money: Money;
}

/**
 * The last look before Medusa takes a session for paid: its amount and its cart's total are compared with what was paid. Medusa asks the
 * provider in the middle of completing a cart, while it holds the cart's lock. It could be a handler of `completeCartWorkflow.hooks.validate`, too, but
 * Medusa has room for one in each shop, and that is the shop's.
 */
export async function whyNotAsSealed(
  container: Container,
  { sessionId, orderNumber, money }: Paid,
): Promise<string | undefined> {
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT);
  const [[session], cart] = await Promise.all([
    payments.listPaymentSessions({ id: sessionId }),
    cartOf(container, orderNumber),
  ]);
  if (session === undefined || cart === undefined) return "The payment's session or cart is gone.";
  const isAsPaid =
    isMoney(session.amount, session.currency_code, money) && isMoney(cart.total, cart.currency_code, money);
  return isAsPaid ? undefined : "The cart is not what was paid for any more.";
}

async function cartOf(container: Container, orderNumber: string): Promise<Cart | undefined> {
  const id = await payIndexOf(container).cartOf(orderNumber);
  if (id === undefined) return undefined;
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const fields = ["id", "total", "currency_code"];
  const { data } = await query.graph({ entity: "cart", fields, filters: { id } });
  return data[0] as unknown as Cart | undefined;
}
