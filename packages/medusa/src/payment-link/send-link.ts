import { Modules } from "@medusajs/framework/utils";
import { toAmountText } from "@pay-index/core";
import type { LinkToSend } from "@pay-index/server/staff";
import { findCart } from "../checkout-cart.ts";
import { findExistingOrder } from "../existing-order.ts";
import type { Container } from "../find-rows.ts";

/** The template of the shop's notification provider, for an e-mail with a payment link. */
const template = "pay-index-payment-link";

/** Sends a payment link by the shop's provider of Medusa's Notification module. @throws Error what Medusa or the provider throws */
export async function sendLink(
  container: Container,
  { linkId, reference, url, amount, endsAt }: LinkToSend,
): Promise<void> {
  const payer = (await findCart(container, reference)) ?? (await findExistingOrder(container, reference));
  const email = payer?.email;
  if (!email) throw new Error("The order has no e-mail address.");
  const { currency } = amount;
  const data = {
    cart_id: reference,
    url,
    amount: toAmountText(amount),
    currency,
    ends_at: endsAt.toISOString(),
  };
  await container.resolve(Modules.NOTIFICATION).createNotifications({
    to: email,
    channel: "email",
    template,
    data,
    trigger_type: "pay-index",
    resource_id: linkId,
  });
}
