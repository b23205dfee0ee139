import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { TestDatabase } from "./test-database.ts";

/** A file of its own for each shop. */
export async function createSqliteDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-"));
  const file = join(folder, "shop.db");
  return {
    address: { kind: "sqlite", file },
    async away(during) {
      const other = new DatabaseSync(file, { timeout: 5000 });
      other.exec("BEGIN IMMEDIATE");
      try {
        return await during();
      } finally {
        other.exec("ROLLBACK");
        other.close();
      }
    },
    async files() {
      const names = await readdir(folder);
      return (await Promise.all(names.map((name) => readFile(join(folder, name), "latin1")))).join("\n");
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
