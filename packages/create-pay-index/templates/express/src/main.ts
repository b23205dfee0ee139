import express from "express";
import { createStorefront } from "../storefront/storefront.ts";
import { pay } from "./payments.ts";
import { settings } from "./settings.ts";
import { shop } from "./shop.ts";

const app = express();
app.use("/pay", pay.router);
app.use(createStorefront(shop));

const server = app.listen(settings.port, () => console.log(`The shop is ready on ${settings.shopUrl}.`));

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    server.close();
    server.closeIdleConnections();
    void pay.close().then(() => process.exit(0));
  });
