import { existsSync, rmSync } from "node:fs";
import { copyFile, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ShopDatabase } from "@pay-index/conformance";
import { createDatabase, createMariadbDatabase, duringOutage } from "@pay-index/embedded-postgres";
import type { Database } from "../shop/open-vendure.mts";
import { seedDatabase } from "./seed-database.mts";

/** Where one shop keeps its data, as its driver sees it. */
export interface TestDatabase extends ShopDatabase {
  readonly database: Database;
}

let seededFile: Promise<string> | undefined;

/** A file of its own for each shop, copied from one that was filled once. */
export async function createSqljsDatabase(): Promise<TestDatabase> {
  seededFile ??= seedSqljsFile();
  const folder = await mkdtemp(join(tmpdir(), "pay-index-vendure-"));
  const file = join(folder, "shop.sqlite");
  await copyFile(await seededFile, file);
  return {
    database: { kind: "sqljs", file },
    away: () => Promise.reject(new Error("declared as not applicable")),
    files: () => readFile(file, "latin1"),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Once for a whole test run, where it has a folder: filling a file takes longer than most tests. */
async function seedSqljsFile(): Promise<string> {
  const shared = process.env.PAY_INDEX_TEST_FOLDER;
  const folder = shared ?? (await mkdtemp(join(tmpdir(), "pay-index-vendure-")));
  if (shared === undefined) process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "vendure.sqlite");
  if (existsSync(file)) return file;
  const begun = `${file}.${process.pid}`;
  await seedDatabase({ kind: "sqljs", file: begun });
  await rename(begun, file);
  return file;
}

/** A database of its own for each shop, copied from one that was filled once for the run. */
export async function createPostgresDatabase(): Promise<TestDatabase> {
  const template = { name: "vendure", make: (url: string) => seedDatabase({ kind: "postgres", url }) };
  const { url, drop } = await createDatabase({ template });
  return {
    database: { kind: "postgres", url },
    away: (during) => duringOutage(url, "connections", during),
    remove: drop,
  };
}

/** The same in MariaDB. */
export async function createMariadbShopDatabase(): Promise<TestDatabase> {
  const template = { name: "vendure", make: (url: string) => seedDatabase({ kind: "mariadb", url }) };
  const { url, drop, duringOutage: away } = await createMariadbDatabase({ template });
  return { database: { kind: "mariadb", url }, away, remove: drop };
}
