/**
 * No frame, nothing from elsewhere, and no script but the shop's own files, which ask this shop alone. Forms may lead to the gateway and
 * on to a bank: browsers hold the redirects that follow a form against `form-action`.
 */
export function securityHeaders({
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
    // The address of an order is its key, so it goes to nobody. "no-referrer" would make our forms send "Origin: null".
    "Referrer-Policy": "same-origin",
  };
}
