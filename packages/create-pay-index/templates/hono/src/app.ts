import { once } from "node:events";
import { createAdaptorServer } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { createPayIndex, type PayIndex } from "@pay-index/hono";
import { Hono } from "hono";
import { createStorefront } from "../storefront/storefront.ts";
import { options } from "./payments.ts";
import { settings } from "./settings.ts";
import { createShop } from "./shop.ts";

export const openPayments = (more: { tickEvery?: number } = {}) =>
  createPayIndex({ ...options, ...more, connInfo: getConnInfo });

/** Starts the server, and returns the function that stops it. */
export async function listen(pay: PayIndex): Promise<() => void> {
  const app = new Hono();
  // Before middleware that reads bodies: the notifications need theirs unchanged.
  app.all("/pay/*", pay.handler);
  app.route("/", createStorefront(createShop(pay)));
  const server = createAdaptorServer({ fetch: app.fetch }).listen(settings.port, settings.listenHost);
  await once(server, "listening");
  return () => void server.close();
}
