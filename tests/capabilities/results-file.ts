import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ScenarioResults } from "@pay-index/conformance";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";

/** The files that the conformance runs of the hosts write, by the name of the host. */
export const resultFiles = {
  "Express on SQLite": "packages/express/test/conformance/results-sqlite.json",
  "Express on Postgres": "packages/express/test/conformance/results-postgres.json",
  "Hono on SQLite": "packages/hono/test/conformance/results-sqlite.json",
  "Fastify on SQLite": "packages/fastify/test/conformance/results-sqlite.json",
  "Next.js on SQLite": "packages/next/test/conformance/results-sqlite.json",
  "Vendure on sql.js": "packages/vendure/test/conformance/results-sqljs.json",
  "Vendure on Postgres": "packages/vendure/test/conformance/results-postgres.json",
  "Vendure on MariaDB": "packages/vendure/test/conformance/results-mariadb.json",
  "Medusa on Postgres": "packages/medusa/test/conformance/results-postgres.json",
} as const;
export type HostName = keyof typeof resultFiles;

/** Returns the results of the last run of a host. Undefined if there was none. */
export function readResults(host: HostName): ScenarioResults | undefined {
  const file = join(repositoryRoot, resultFiles[host]);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
