import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunningShop, ShopOptions } from "./running-shop.ts";
import { shopCommand } from "./shop-command.ts";
import { startProcess } from "./start-process.ts";

export async function startShop({ gateway, port, forDemo }: ShopOptions): Promise<RunningShop> {
  const url = `http://localhost:${port}`;
  const env = {
    ...{ NODE_ENV: "development", LISTEN_HOST: "localhost" },
    ...{ GATEWAY_URL: gateway, SHOP_URL: url, PORT: String(port) },
  };
  const folder = forDemo ? await mkdtemp(join(tmpdir(), "shop-")) : undefined;
  const { args, ready } = shopCommand;
  const stopShop = await startProcess(args, {
    env: folder === undefined ? env : { ...env, DATABASE_FILE: join(folder, "demo.db") },
    ready,
    show: !forDemo,
  });
  const stop = async () => {
    await stopShop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
  return { url, stop };
}
