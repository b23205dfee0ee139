import type { MiddlewareHandler } from "hono";

const commonDirectives = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/**
 * No script, nothing from elsewhere, no frame. Forms may lead to any http(s) address, because browsers hold the
 * redirect that follows a form, back to the shop and on from there, against `form-action`.
 */
const buyerPagePolicy = [...commonDirectives, "form-action 'self' http: https:"].join("; ");

/** The desk has one script of its own, which asks this sandbox what is new; its forms lead nowhere else. */
const inspectorPolicy = [
  ...commonDirectives,
  "script-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
].join("; ");

export const inspectorHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("Content-Security-Policy", inspectorPolicy);
};

export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has("Content-Security-Policy")) c.header("Content-Security-Policy", buyerPagePolicy);
  c.header("Cache-Control", "no-store");
  c.header("X-Content-Type-Options", "nosniff");
  c.header("X-Frame-Options", "DENY");
  // "no-referrer" would make browsers send "Origin: null" with our own forms
  c.header("Referrer-Policy", "same-origin");
};
