/** The address to which the payment page returns the buyer: a universal link, an address of a custom scheme, or a list. */
export type ReturnUrlPattern = string | readonly string[];

export type ReturnUrl = `${string}://${string}`;

/**
 * Whether the address is the return address: the same scheme, host and path, with any query. A prefix is not enough.
 */
export function isReturnUrl(url: string | undefined, to: ReturnUrlPattern): url is ReturnUrl {
  const place = urlWithoutQuery(url ?? "");
  return place !== undefined && [to].flat().some((address) => urlWithoutQuery(address) === place);
}

/**
 * Whether the payment page has ended with this address. An address of the app's own scheme without `paymentStatus` is
 * the handover of `pay_app_scheme`, before anything was paid.
 */
export function isPaymentEndUrl(url: string | undefined, to: ReturnUrlPattern): url is ReturnUrl {
  return isReturnUrl(url, to) && (isWebUrl(url) || readPaymentStatusFromUrl(url) !== "");
}

/** Whether the address can belong to this payment: a redirect of another order has another number. */
export function matchesAttempt(url: string, attemptId: string): boolean {
  return ["", attemptId].includes(readOrderIdFromUrl(url)) || attemptId === "";
}

/** Returns the `paymentStatus` of a redirect (APP-REDIRECT). Empty if there is none. */
export function readPaymentStatusFromUrl(url: string): string {
  return readQueryParameter(url, "paymentStatus").toLowerCase();
}

/** Returns the `orderId` of a redirect (APP-REDIRECT). Empty if there is none. */
export function readOrderIdFromUrl(url: string): string {
  return readQueryParameter(url, "orderID");
}

export function isWebUrl(url: string): boolean {
  return /^https?:\/\/[^\s/?#]\S*$/i.test(url);
}

/* Not by the class URL, which React Native has shipped in halves, and which knows no host of a custom scheme. */

function urlWithoutQuery(url: string): string | undefined {
  const [, site, path] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)([^?#]*)/i.exec(url) ?? [];
  // An address without a path equals the one with a slash.
  return site && site.toLowerCase() + (path || "/");
}

function readQueryParameter(url: string, name: string): string {
  const [, text = ""] = new RegExp(`^[^?#]*\\?(?:[^#]*?&)??${name}=([^&#]*)`).exec(url) ?? [];
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return "";
  }
}
