import { createServer } from "node:http";
import { settings } from "../src/settings.ts";
import { shop } from "./shop.ts";
import { createStorefront } from "./storefront.ts";

const address = { port: settings.shopPort, host: settings.listenHost };
const server = createServer(createStorefront(shop)).listen(address, () =>
  console.log(`The storefront is ready on ${settings.shopUrl}.`),
);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    server.close();
    server.closeIdleConnections();
  });
