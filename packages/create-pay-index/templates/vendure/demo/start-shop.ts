import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "./find-free-port.ts";
import type { RunningShop, ShopOptions } from "./running-shop.ts";
import { startProcess } from "./start-process.ts";

/** Starts Vendure and the storefront. */
export async function startShop({ gateway, port, forDemo }: ShopOptions): Promise<RunningShop> {
  const url = `http://localhost:${port}`;
  const vendurePort = forDemo ? await findFreePort() : Number(process.env.VENDURE_PORT ?? 3001);
  const folder = forDemo ? await mkdtemp(join(tmpdir(), "shop-")) : undefined;
  const env = {
    NODE_ENV: "development",
    LISTEN_HOST: "localhost",
    GATEWAY_URL: gateway,
    SHOP_URL: url,
    PORT: String(port),
    VENDURE_URL: `http://localhost:${vendurePort}`,
    VENDURE_PORT: String(vendurePort),
    VENDURE_DISABLE_TELEMETRY: "true",
    ...(folder === undefined ? {} : { DATABASE_FILE: join(folder, "demo.db"), DATABASE_URL: "" }),
  };
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const stopProcess of stops) await stopProcess();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
  const start = async (file: string, ready: string) => {
    stops.unshift(await startProcess(["--env-file-if-exists=.env", file], { env, ready, show: !forDemo }));
  };
  try {
    await start("src/main.ts", "Vendure is ready");
    await start("storefront/main.ts", "The storefront is ready");
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
