import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { frameworks } from "./frameworks/index.ts";
import { readPaymentSettings } from "./payment-settings.ts";
import { createShop } from "./shop.ts";

// Listens first: with PORT=0, the shop's address, which the gateway needs, is known only then.
const server = createServer().listen(Number(process.env.PORT ?? 3000), "localhost");
await once(server, "listening").catch((error: Error) => {
  console.error(`shop: ${error.message}`);
  process.exit(1);
});
const shopUrl = `http://localhost:${(server.address() as AddressInfo).port}`;

const mount = await frameworks[process.env.FRAMEWORK ?? "express"]?.();
const shop = await createShop(readPaymentSettings(shopUrl), mount);
server.on("request", shop.listener);
console.log(`shop: ${shopUrl}`);

async function stop(): Promise<void> {
  server.close();
  server.closeIdleConnections();
  await shop.close();
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
