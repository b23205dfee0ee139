import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { PayIndexEvent } from "@pay-index/express";
import { createShop } from "./shop.ts";

const env = process.env;

// The sandbox's published keys. In your own shop, read them only from the environment.
const keys = {
  card: env.PAY_KEY_CARD ?? "sandbox-card-key",
  hosted: env.PAY_KEY_HOSTED ?? "sandbox-hosted-key",
  link: env.PAY_KEY_LINK ?? "sandbox-link-key",
  subscription: env.PAY_KEY_SUBSCRIPTION ?? "sandbox-subscription-key",
  apm: env.PAY_KEY_APM ?? "sandbox-apm-key",
};

/** Writes one line for each event. No event contains a card, a key or a buyer's data. */
function onEvent({ event, ...about }: PayIndexEvent): void {
  console.log(event, JSON.stringify(about));
}

// Listens first: with PORT=0, the shop's address, which the gateway needs, is known only then.
const server = createServer().listen(Number(env.PORT ?? 3000), "localhost");
await once(server, "listening").catch((error: Error) => {
  console.error(`shop: ${error.message}`);
  process.exit(1);
});
const shopUrl = `http://localhost:${(server.address() as AddressInfo).port}`;

const shop = await createShop({
  gateway: env.SANDBOX_URL ?? "http://localhost:4400",
  shopUrl,
  database: env.DATABASE_URL ?? env.SHOP_DB ?? "shop.db",
  keys,
  onEvent,
  hasOperations: env.GATEWAY_OPERATIONS === "yes",
  // An empty password would let everybody in.
  ...(env.STAFF_PASSWORD ? { staffPassword: env.STAFF_PASSWORD } : {}),
  ...(env.TICK_EVERY === undefined ? {} : { tickEvery: Number(env.TICK_EVERY) }),
});
server.on("request", shop.app);
console.log(`shop: ${shopUrl}`);

async function stop(): Promise<void> {
  server.close();
  server.closeIdleConnections();
  await shop.close();
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
