import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { Money } from "@pay-index/core";
import { type Amount, isMoney } from "./amount.ts";
import { findCart } from "./payable-cart.ts";

interface Paid {
  readonly sessionId: string;
  readonly money: Money;
}

interface Session {
  readonly amount: Amount;
  readonly currency_code: string;
  readonly payment_collection?: { readonly cart?: { readonly id: string } };
}

/**
 * The last look before Medusa takes a session for paid: its amount and its cart's total are compared with what was paid. Medusa asks the
 * provider in the middle of completing a cart, while it holds the cart's lock. It could be a handler of `completeCartWorkflow.hooks.validate`, too, but
 * Medusa has room for one in each shop, and that is the shop's.
 */
export async function whyNotAsSealed(
  container: Pick<MedusaContainer, "resolve">,
  { sessionId, money }: Paid,
): Promise<string | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["amount", "currency_code", "payment_collection.cart.id"],
    filters: { id: sessionId },
  });
  const session = data[0] as unknown as Session | undefined;
  const cartId = session?.payment_collection?.cart?.id;
  const cart = cartId === undefined ? undefined : await findCart(container, cartId);
  if (session === undefined || cart === undefined) return "The payment's session or cart is gone.";
  const isAsPaid =
    isMoney(session.amount, session.currency_code, money) && isMoney(cart.total, cart.currency_code, money);
  return isAsPaid ? undefined : "The cart is not what was paid for any more.";
}
