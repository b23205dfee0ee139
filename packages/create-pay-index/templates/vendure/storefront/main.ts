import { settings } from "../src/settings.ts";
import { shop } from "./shop.ts";
import { createStorefront } from "./storefront.ts";

const server = createStorefront(shop).listen(settings.shopPort, settings.listenHost, () =>
  console.log(`The storefront is ready on ${settings.shopUrl}.`),
);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    server.close();
    server.closeIdleConnections();
  });
