import type { MiddlewareHandler } from "hono";

const commonDirectives = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/**
 * No scripts, no foreign content, no frames. Forms can lead to any http(s) address, because browsers apply
 * `form-action` to the redirects after a form, which lead back to the shop and further.
 */
const buyerPagePolicy = [...commonDirectives, "form-action 'self' http: https:"].join("; ");

/** The inspector has one script, which polls this sandbox. Its forms lead only to the sandbox. */
const inspectorPolicy = [
  ...commonDirectives,
  "script-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
].join("; ");

export const setInspectorHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("Content-Security-Policy", inspectorPolicy);
};

export const setSecurityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has("Content-Security-Policy")) c.header("Content-Security-Policy", buyerPagePolicy);
  c.header("Cache-Control", "no-store");
  c.header("X-Content-Type-Options", "nosniff");
  c.header("X-Frame-Options", "DENY");
  // With "no-referrer", browsers would send "Origin: null" with the sandbox's own forms.
  c.header("Referrer-Policy", "same-origin");
};
