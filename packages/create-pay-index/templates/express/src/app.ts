import { once } from "node:events";
import { createPayIndex, type PayIndex } from "@pay-index/express";
import express, { type Express } from "express";
import { createStorefront } from "../storefront/storefront.ts";
import { options } from "./payments.ts";
import { settings } from "./settings.ts";
import { createShop } from "./shop.ts";

export const openPayments = (more: { tickEvery?: number } = {}) => createPayIndex({ ...options, ...more });

/** The app without a server. The payments come first: the notifications need their bodies unchanged by a body parser. */
export function createApp(pay: PayIndex): Express {
  const app = express();
  app.use("/pay", pay.router);
  app.use(createStorefront(createShop(pay)));
  return app;
}

/** Starts the server, and returns the function that stops it. */
export async function listen(pay: PayIndex): Promise<() => void> {
  const server = createApp(pay).listen({ port: settings.port, host: settings.listenHost });
  await once(server, "listening");
  return () => {
    server.close();
    server.closeIdleConnections();
  };
}
