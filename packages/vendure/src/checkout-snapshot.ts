import type { Channel, CurrencyCode, ID, LanguageCode, Order, RequestContext } from "@vendure/core";

/** The code of Vendure's default channel, which Vendure does not export. */
const defaultChannelCode = "__default_channel__";

/** What Vendure needs to place the order without the buyer when the notification arrives. Stored with the attempt. */
export interface CheckoutSnapshot {
  readonly orderId: ID;
  readonly channelId: ID;
  readonly languageCode: LanguageCode;
  readonly currencyCode: CurrencyCode;
  /** The code of the payment method. */
  readonly method: string;
  /** Only for a subscription: the digest of the ordered goods. A renewal must have the same goods. */
  readonly goods?: string;
}

export function createCheckoutSnapshot(
  ctx: RequestContext,
  order: Order,
  method: string,
): { [name in keyof CheckoutSnapshot]: string | number } {
  return {
    orderId: order.id,
    channelId: ctx.channelId,
    languageCode: ctx.languageCode,
    currencyCode: order.currencyCode,
    method,
  };
}

export function isCheckoutSnapshot(host: unknown): host is CheckoutSnapshot {
  if (typeof host !== "object" || host === null) return false;
  return ["orderId", "channelId", "languageCode", "currencyCode", "method"].every((name) => name in host);
}

/**
 * Returns the tenant of a channel, which is the value of `merchants[].tenant`: `default` for the default channel,
 * otherwise the channel's id, which stays the same when staff rename the channel.
 */
export function tenantOfChannel({ id, code }: Pick<Channel, "id" | "code">): string {
  return code === defaultChannelCode ? "default" : String(id);
}

/** Returns the key of an order's payment in core. It is one payment in all channels of the order (ENG-SPAN). */
export function paymentKeyOfOrder({ code }: Pick<Order, "code">): {
  readonly tenant: string;
  readonly reference: string;
} {
  return { tenant: "default", reference: code };
}
