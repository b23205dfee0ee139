/** Where the payment page sends the buyer in the end: a universal link, an address of a custom scheme, or several. */
export type ReturnAddress = string | readonly string[];

export type ReturnedTo = `${string}://${string}`;

/** Whether it is the return address: the same scheme, host and path, whatever the query. A prefix is not enough. */
export function isReturn(url: string | undefined, to: ReturnAddress): url is ReturnedTo {
  const place = placeOf(url ?? "");
  return place !== undefined && [to].flat().some((address) => placeOf(address) === place);
}

/**
 * Whether it is the return address, and the payment page has ended with it. The app's own scheme without `paymentStatus` is the
 * hand-over of `pay_app_scheme`, before anything was paid.
 */
export function isEnd(url: string | undefined, to: ReturnAddress): url is ReturnedTo {
  return isReturn(url, to) && (isWebAddress(url) || paymentStatusOf(url) !== "");
}

/** Whether it may be about this payment: a redirect of another order names another number. */
export function isAbout(url: string, orderNumber: string): boolean {
  return ["", orderNumber].includes(orderIdOf(url)) || orderNumber === "";
}

/** Of a redirect (APP-REDIRECT); empty where it has none. */
export function paymentStatusOf(url: string): string {
  return parameter(url, "paymentStatus").toLowerCase();
}

/** Of a redirect (APP-REDIRECT); empty where it has none. */
export function orderIdOf(url: string): string {
  return parameter(url, "orderID");
}

export function isWebAddress(url: string): boolean {
  return /^https?:\/\/[^\s/?#]\S*$/i.test(url);
}

/* Not by the class URL, which React Native has shipped in halves, and which knows no host of a custom scheme. */

function placeOf(url: string): string | undefined {
  const [, site, path] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)([^?#]*)/i.exec(url) ?? [];
  // Without a path it means the same as with a slash.
  return site && site.toLowerCase() + (path || "/");
}

function parameter(url: string, name: string): string {
  const [, text = ""] = new RegExp(`^[^?#]*\\?(?:[^#]*?&)??${name}=([^&#]*)`).exec(url) ?? [];
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return "";
  }
}
