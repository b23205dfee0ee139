import { createServer } from "node:http";
import { shop } from "./shop.ts";
import { createStorefront } from "./storefront.ts";

const { SHOP_URL = "", STOREFRONT_PORT = "3000", LISTEN_HOST } = process.env;

const address = { port: Number(STOREFRONT_PORT), host: LISTEN_HOST };
const server = createServer(createStorefront(shop)).listen(address, () =>
  console.log(`The storefront is ready on ${SHOP_URL}.`),
);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    server.close();
    server.closeIdleConnections();
  });
