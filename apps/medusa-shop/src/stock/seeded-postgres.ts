import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type PostgresServer, startPostgresFilledOnce } from "@pay-index/embedded-postgres";
import { seedDatabase } from "./seed-database.ts";

const require = createRequire(import.meta.url);
const shop = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Starts a Postgres for the shop, with tables and data. Creating them takes half a minute, so the result is stored
 * beside the installed packages, and the next start copies it.
 */
export function startSeededPostgres(): Promise<PostgresServer> {
  // With Redis, other modules of Medusa create their tables.
  const modules = process.env.REDIS_URL ? "redis-" : "";
  const folder = join(shop, "node_modules/.cache/medusa-shop", modules + hashFiles(cacheKeyFiles()));
  return startPostgresFilledOnce({ folder, fill: seedDatabase });
}

/**
 * The files that determine the filled database: Medusa's release, the plugin's tables, the data, and Postgres itself.
 */
function cacheKeyFiles(): readonly string[] {
  const postgres = fileURLToPath(import.meta.resolve("@pay-index/embedded-postgres"));
  return [
    require.resolve("@medusajs/medusa/package.json"),
    join(postgres, "../../package.json"),
    join(require.resolve("@pay-index/medusa/package.json"), "../.medusa/server/src/modules"),
    join(shop, "src/stock"),
    join(shop, "medusa-config.ts"),
    join(shop, "src/catalog.ts"),
    fileURLToPath(import.meta.resolve("@pay-index-apps/demo/catalog")),
    fileURLToPath(import.meta.resolve("@pay-index-apps/demo/monthly-plan")),
  ];
}

function hashFiles(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(filesIn)) hash.update(readFileSync(path)).update("\0");
  return hash.digest("hex").slice(0, 16);
}

function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
