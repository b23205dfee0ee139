import { shop } from "./shop.ts";
import { createStorefront } from "./storefront.ts";

const { SHOP_URL = "", STOREFRONT_PORT = "3000", LISTEN_HOST } = process.env;

const server = createStorefront(shop).listen(Number(STOREFRONT_PORT), LISTEN_HOST, () =>
  console.log(`The storefront is ready on ${SHOP_URL}.`),
);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    server.close();
    server.closeIdleConnections();
  });
