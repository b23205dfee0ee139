/** What Medusa must still know of a payment when its notification comes, without the buyer: kept with the payment. */
export interface Frozen {
  readonly cartId: string;
  readonly sessionId: string;
  readonly providerId: string;
}

export function isFrozen(host: unknown): host is Frozen {
  if (typeof host !== "object" || host === null) return false;
  return ["cartId", "sessionId", "providerId"].every((name) => name in host);
}
