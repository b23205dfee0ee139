import { shop } from "./shop.ts";
import { createStorefront } from "./storefront.ts";

const { SHOP_URL = "" } = process.env;

const server = createStorefront(shop).listen(Number(new URL(SHOP_URL).port || 80), () =>
  console.log(`The storefront is ready on ${SHOP_URL}.`),
);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    server.close();
    server.closeIdleConnections();
  });
