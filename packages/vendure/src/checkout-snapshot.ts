import type { Channel, CurrencyCode, ID, LanguageCode, Order, RequestContext } from "@vendure/core";

/** Vendure's own name for it, which it does not export. */
const defaultChannelCode = "__default_channel__";

/** What Vendure must still know of a payment when its notification comes, without the buyer: kept with the payment. */
export interface CheckoutSnapshot {
  readonly orderId: ID;
  readonly channelId: ID;
  readonly languageCode: LanguageCode;
  readonly currencyCode: CurrencyCode;
  /** The code of the payment method. */
  readonly method: string;
  /** Of a subscription: what was ordered, as `goodsOf` says it. What is renewed must be that. */
  readonly goods?: string;
}

export function createSnapshot(
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
 * Whose merchants serve a channel: `default` for the default channel, otherwise the channel's id, which stays the same when staff rename
 * the channel. The value of `merchants[].tenant`.
 */
export function tenantOf({ id, code }: Pick<Channel, "id" | "code">): string {
  return code === defaultChannelCode ? "default" : String(id);
}

/** By which core knows the payment of an order. It is one payment in all channels of the order (LED-SPAN). */
export function paymentKey({ code }: Pick<Order, "code">): {
  readonly tenant: string;
  readonly reference: string;
} {
  return { tenant: "default", reference: code };
}
