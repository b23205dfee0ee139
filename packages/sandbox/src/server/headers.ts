import type { MiddlewareHandler } from "hono";

/**
 * No script, nothing from elsewhere, no frame. Forms may lead to any http(s) address, because browsers hold the
 * redirect that follows a form, back to the shop and on from there, against `form-action`.
 */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "form-action 'self' http: https:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const safeHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("Content-Security-Policy", policy);
  c.header("Cache-Control", "no-store");
  c.header("X-Content-Type-Options", "nosniff");
  c.header("X-Frame-Options", "DENY");
  // "no-referrer" would make browsers send "Origin: null" with our own forms
  c.header("Referrer-Policy", "same-origin");
};
