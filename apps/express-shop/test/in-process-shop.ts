import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox } from "@pay-index/sandbox";
import type { Express } from "express";
import type { PaymentSettings } from "../src/payments.ts";
import { createShop } from "../src/shop.ts";

/** A shop and a sandbox that talk over real sockets, in one process so that a test can look behind both. */
export async function openInProcessShop(more: Partial<PaymentSettings> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "pay-index-shop-test-"));
  const sandbox = await createSandbox({ port: 0, jitter: { min: -40, max: 40 }, retryGaps: [100, 200] });
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const settings = { shopUrl: `http://127.0.0.1:${port}`, ...more };
  const { listener, close } = await createShop({
    gateway: sandbox.url,
    database: join(folder, "shop.db"),
    keys: {
      card: "sandbox-card-key",
      hosted: "sandbox-hosted-key",
      link: "sandbox-link-key",
      subscription: "sandbox-subscription-key",
      apm: "sandbox-apm-key",
    },
    onEvent: () => undefined,
    ...settings,
  });
  server.on("request", listener);
  return {
    shopUrl: settings.shopUrl,
    sandbox,
    server,
    port,
    app: listener as Express,
    async close() {
      server.close();
      server.closeAllConnections();
      await close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
