import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestShopProcess, type TestShopProcess } from "@pay-index-apps/demo/suite/test-shop";
import { readOrderState } from "../src/database-reader.ts";

/** The shop as a process of its own, on a file of its own. */
export async function openShopProcess(env: Readonly<Record<string, string>> = {}): Promise<TestShopProcess> {
  const folder = mkdtempSync(join(tmpdir(), "pay-index-shop-process-"));
  const database = join(folder, "shop.db");
  return openTestShopProcess({
    env,
    main: new URL("../src/main.ts", import.meta.url),
    database,
    orderState: (order) => readOrderState(database, order),
    stored: () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), "latin1"))
        .join("\n"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  });
}
