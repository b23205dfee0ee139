import type { Channel, CurrencyCode, ID, LanguageCode, Order, RequestContext } from "@vendure/core";

/** Vendure's own name for it, which it does not export. */
const defaultChannel = "__default_channel__";

/** What Vendure must still know of a payment when its notification comes, without the buyer: kept with the payment. */
export interface Frozen {
  readonly orderId: ID;
  readonly channelId: ID;
  readonly languageCode: LanguageCode;
  readonly currencyCode: CurrencyCode;
  /** The code of the payment method. */
  readonly method: string;
  /** Of a subscription: what was ordered, as `goodsOf` says it. What is renewed must be that. */
  readonly goods?: string;
}

export function freeze(
  ctx: RequestContext,
  order: Order,
  method: string,
): { [name in keyof Frozen]: string | number } {
  return {
    orderId: order.id,
    channelId: ctx.channelId,
    languageCode: ctx.languageCode,
    currencyCode: order.currencyCode,
    method,
  };
}

export function isFrozen(host: unknown): host is Frozen {
  if (typeof host !== "object" || host === null) return false;
  return ["orderId", "channelId", "languageCode", "currencyCode", "method"].every((name) => name in host);
}

/**
 * Whose merchants serve a channel: its code, and `default` for the default channel. No two channels share a tenant. A code
 * that core would read as another one, such as `default` or one with blanks around it, is quoted: `channel "default"`.
 */
export function tenantOf({ code }: Pick<Channel, "code">): string {
  if (code === defaultChannel) return "default";
  const isPlain = code !== "default" && code === code.trim() && !code.startsWith('channel "');
  return isPlain ? code : `channel ${JSON.stringify(code)}`;
}
