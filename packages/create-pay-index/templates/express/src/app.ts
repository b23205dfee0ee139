import type { PayIndex } from "@pay-index/express";
import express, { type Express } from "express";
import { createStorefront } from "../storefront/storefront.ts";
import { createShop } from "./shop.ts";

/** The app without a server. The payments come first: the notifications need their bodies unchanged by a body parser. */
export function createApp(pay: PayIndex): Express {
  const app = express();
  app.use("/pay", pay.router);
  app.use(createStorefront(createShop(pay)));
  return app;
}
