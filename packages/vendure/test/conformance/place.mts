import { rmSync } from "node:fs";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freshDatabase } from "@pay-index/embedded-postgres";
import { Client, escapeIdentifier } from "pg";
import type { Database } from "../shop/open-vendure.mts";
import { fill } from "./fill.mts";

/** Where one shop keeps its data, as its driver sees it. */
export interface Place {
  readonly database: Database;
  away<Result>(during: () => Promise<Result>): Promise<Result>;
  /** What lies on the disk, where the driver can see it. */
  files(): Promise<string>;
  remove(): Promise<void>;
}

let filled: Promise<string> | undefined;

/** A file of its own for each shop, copied from one that was filled once. */
export async function sqljsPlace(): Promise<Place> {
  filled ??= fillFile();
  const folder = await mkdtemp(join(tmpdir(), "pay-index-vendure-"));
  const file = join(folder, "shop.sqlite");
  await copyFile(await filled, file);
  return {
    database: { kind: "sqljs", file },
    away: () => Promise.reject(new Error("declared as not applicable")),
    files: () => readFile(file, "latin1"),
    remove: () => rm(folder, { recursive: true }),
  };
}

async function fillFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-vendure-"));
  const file = join(folder, "filled.sqlite");
  await fill({ kind: "sqljs", file });
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return file;
}

/** A database of its own for each shop, copied from one that was filled once for the run. */
export async function postgresPlace(): Promise<Place> {
  const template = { name: "vendure", make: (url: string) => fill({ kind: "postgres", url }) };
  const { url, drop } = await freshDatabase({ template });
  return {
    database: { kind: "postgres", url },
    async away(during) {
      await admit(url, false);
      try {
        return await during();
      } finally {
        await admit(url, true);
      }
    },
    files: async () => "",
    remove: drop,
  };
}

/** Whether the server lets anybody into the database. Whoever is in it is thrown out first. */
async function admit(url: string, admitted: boolean): Promise<void> {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = "/postgres";
  const client = new Client({ connectionString: server.href });
  await client.connect();
  await client.query(`ALTER DATABASE ${escapeIdentifier(name)} ALLOW_CONNECTIONS ${admitted}`);
  if (!admitted)
    await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
  await client.end();
}
