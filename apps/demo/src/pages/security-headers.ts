/**
 * Returns headers that permit no frames, no foreign content, and only the shop's own scripts, which call only this
 * shop. Forms can lead to the gateway and on to a bank, because browsers apply `form-action` to the redirects after a
 * form.
 */
export function createSecurityHeaders({
  gateway,
  shopUrl,
}: {
  gateway: string;
  shopUrl: string;
}): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src data:",
    "script-src 'self'",
    "connect-src 'self'",
    `form-action 'self' https: ${new URL(gateway).origin} ${new URL(shopUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return {
    "Content-Security-Policy": policy,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    // The address of an order is secret, so it is not sent to other sites. With "no-referrer", the shop's own forms
    // would send "Origin: null".
    "Referrer-Policy": "same-origin",
  };
}
