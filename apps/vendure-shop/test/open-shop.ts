import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestShopProcess, type TestShopProcess } from "@pay-index-apps/demo/suite/test-shop";
import { DatabaseReader } from "../src/database-reader.ts";

/** The shop on a file of its own. */
export async function openShop(env: Readonly<Record<string, string>> = {}): Promise<TestShopProcess> {
  const folder = mkdtempSync(join(tmpdir(), "pay-index-vendure-test-"));
  const database = join(folder, "shop.db");
  const witness = new DatabaseReader(database);
  return openTestShopProcess({
    env,
    main: new URL("../src/main.ts", import.meta.url),
    database,
    orderState: (code) => witness.orderState(code),
    stored: () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), "latin1"))
        .join("\n"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  });
}
