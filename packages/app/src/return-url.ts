/** The address to which the payment page returns the buyer: a universal link, an address of a custom scheme, or a list. */
export type ReturnUrlPattern = string | readonly string[];

export type ReturnUrl = `${string}://${string}`;

/**
 * Whether the address is the return address: the same scheme, host and path, with any query. A prefix is not enough.
 */
export function isReturnUrl(url: string | undefined, to: ReturnUrlPattern): url is ReturnUrl {
  const place = urlWithoutQuery(url);
  return !!place && [to].flat().some((address) => urlWithoutQuery(address) === place);
}

/**
 * Whether the payment page has ended with this address. An address of the app's own scheme without `paymentStatus` is
 * the handover of `pay_app_scheme`, before anything was paid.
 */
export function isPaymentEndUrl(url: string | undefined, to: ReturnUrlPattern): url is ReturnUrl {
  return isReturnUrl(url, to) && (isWebUrl(url) || readPaymentStatusFromUrl(url) !== "");
}

/** Whether a redirect or an answer is about another payment than this one: both name an order, and not the same. */
export function isOtherAttempt(named: string | undefined, attemptId: string | undefined): boolean {
  return !!(named && attemptId && named !== attemptId);
}

/** Returns the `paymentStatus` of a redirect (APP-REDIRECT). Empty if there is none. */
export function readPaymentStatusFromUrl(url: string): string {
  return readQueryParameter("paymentStatus", url).toLowerCase();
}

/** Returns the `orderId` of a redirect (APP-REDIRECT). Empty if there is none. */
export function readOrderIdFromUrl(url: string | undefined): string {
  return readQueryParameter("orderID", url);
}

export function isWebUrl(url: string): boolean {
  return /^https?:\/\/[^\s/?#]\S*$/i.test(url);
}

/* Not by the class URL, which React Native has shipped in halves, and which knows no host of a custom scheme. */

function urlWithoutQuery(url = ""): string | undefined {
  const [, site, path] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)([^?#]*)/i.exec(url) ?? [];
  // An address without a path equals the one with a slash.
  return site && site.toLowerCase() + (path || "/");
}

function readQueryParameter(name: string, url = ""): string {
  const [, text = ""] = new RegExp(`^[^?#]*\\?(?:[^#]*?&)??${name}=([^&#]*)`).exec(url) ?? [];
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return "";
  }
}
