import { createPayIndex, type PayIndex } from "@pay-index/fastify";
import Fastify from "fastify";
import { createStorefront } from "../storefront/storefront.ts";
import { options } from "./payments.ts";
import { settings } from "./settings.ts";
import { createShop } from "./shop.ts";

export const openPayments = (more: { tickEvery?: number } = {}) => createPayIndex({ ...options, ...more });

/** Starts the server, and returns the function that stops it. */
export async function listen(pay: PayIndex): Promise<() => Promise<void>> {
  const app = Fastify();
  app.register(pay.routes, { prefix: "/pay" });
  app.register(createStorefront(createShop(pay)));
  await app.listen({ port: settings.port, host: settings.listenHost });
  return () => app.close();
}
