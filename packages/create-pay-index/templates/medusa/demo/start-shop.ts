import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Database, openDatabase } from "./database.ts";
import { findFreePort } from "./find-free-port.ts";
import type { RunningShop, ShopOptions } from "./running-shop.ts";
import { runProcess, startProcess } from "./start-process.ts";

const medusa = createRequire(import.meta.url).resolve("@medusajs/cli/cli.js");

/** Creates the tables and the data if needed, and starts Medusa and the storefront. */
export async function startShop({ gateway, port, forDemo }: ShopOptions): Promise<RunningShop> {
  const database = await openDatabase({ forDemo });
  const stops = [() => database.stop()];
  const stop = async () => {
    for (const stopOne of stops) await stopOne();
  };
  const url = `http://localhost:${port}`;
  const medusaPort = String(forDemo ? await findFreePort() : (process.env.MEDUSA_PORT ?? 9000));
  const env = {
    NODE_ENV: "development",
    LISTEN_HOST: "localhost",
    LOG_LEVEL: "warn",
    MEDUSA_DISABLE_TELEMETRY: "true",
    DATABASE_URL: database.url,
    GATEWAY_URL: gateway,
    MEDUSA_URL: `http://localhost:${medusaPort}`,
    SHOP_URL: url,
    // Not PORT, which Medusa reads.
    STOREFRONT_PORT: String(port),
  };
  const start = async (args: readonly string[], options: { ready: string; env: Record<string, string> }) => {
    stops.unshift(await startProcess(args, { ...options, show: !forDemo }));
  };
  try {
    const PUBLISHABLE_KEY = await fillDatabase(database, env);
    const log = { ...env, LOG_LEVEL: "info" };
    await start([medusa, "start", "--host", "localhost", "--port", medusaPort], {
      env: log,
      ready: "Server is ready",
    });
    await start(["storefront/main.ts"], {
      env: { ...env, PUBLISHABLE_KEY },
      ready: "The storefront is ready",
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/** Creates the tables and the data. Returns the publishable key. The project's own Postgres is filled once. */
async function fillDatabase({ keyFile }: Database, env: Record<string, string>): Promise<string> {
  if (keyFile !== undefined && existsSync(keyFile)) return readFile(keyFile, "utf8");
  console.log("Creating the tables and the data of Medusa. This takes a minute.");
  await runProcess([medusa, "db:migrate"], env);
  const seeded = await runProcess([medusa, "exec", "./src/scripts/seed.ts"], env);
  const [, key] = /publishable key: (\S+)/.exec(seeded) ?? [];
  if (key === undefined) throw new Error(`The script seed.ts printed no publishable key:\n${seeded}`);
  if (keyFile !== undefined) await writeFile(keyFile, key);
  return key;
}
