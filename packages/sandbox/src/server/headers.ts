import type { MiddlewareHandler } from "hono";

const everyPage = ["default-src 'none'", "style-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"];

/**
 * No script, nothing from elsewhere, no frame. Forms may lead to any http(s) address, because browsers hold the
 * redirect that follows a form, back to the shop and on from there, against `form-action`.
 */
const buyerPolicy = [...everyPage, "form-action 'self' http: https:"].join("; ");

/** The desk has one script of its own, which asks this sandbox what is new; its forms lead nowhere else. */
const deskPolicy = [...everyPage, "script-src 'self'", "connect-src 'self'", "form-action 'self'"].join("; ");

export const deskHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("Content-Security-Policy", deskPolicy);
};

export const safeHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has("Content-Security-Policy")) c.header("Content-Security-Policy", buyerPolicy);
  c.header("Cache-Control", "no-store");
  c.header("X-Content-Type-Options", "nosniff");
  c.header("X-Frame-Options", "DENY");
  // "no-referrer" would make browsers send "Origin: null" with our own forms
  c.header("Referrer-Policy", "same-origin");
};
