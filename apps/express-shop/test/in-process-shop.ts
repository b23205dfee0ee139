import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PayIndexEvent } from "@pay-index/express";
import { createSandbox } from "@pay-index/sandbox";
import type { TestShop } from "@pay-index-apps/demo/suite/test-shop";
import { readOrderState } from "../src/database-reader.ts";
import { createShop, type ShopSettings } from "../src/shop.ts";

interface InProcessShop extends TestShop {
  readonly events: readonly PayIndexEvent[];
  /** Everything that the shop has written to disk. */
  bytesOnDisk(): string;
}

/** A shop and a sandbox that talk over real sockets, in one process so that a test can look behind both. */
export async function openInProcessShop(more: Pick<ShopSettings, "staffToken"> = {}): Promise<InProcessShop> {
  const folder = mkdtempSync(join(tmpdir(), "pay-index-shop-test-"));
  const sandbox = await createSandbox({ port: 0, jitter: { min: -40, max: 40 }, retryGaps: [100, 200] });
  const events: PayIndexEvent[] = [];
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const shopUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
  const shop = await createShop({
    gateway: sandbox.url,
    shopUrl,
    database: join(folder, "shop.db"),
    keys: {
      card: "sandbox-card-key",
      hosted: "sandbox-hosted-key",
      link: "sandbox-link-key",
      subscription: "sandbox-subscription-key",
      apm: "sandbox-apm-key",
    },
    onEvent: (event) => events.push(event),
    ...more,
  });
  server.on("request", shop.app);
  return {
    shopUrl,
    sandbox,
    orderState: (order) => readOrderState(join(folder, "shop.db"), order),
    events,
    bytesOnDisk: () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), "latin1"))
        .join("\n"),
    async close() {
      server.close();
      server.closeAllConnections();
      await shop.close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
