import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStage, type ProcessStage } from "@pay-index-apps/demo/suite/stage";
import { readShopDatabase } from "../src/witness.ts";

/** The shop as a process of its own, on a file of its own. */
export function openShopProcess(): Promise<ProcessStage> {
  const folder = mkdtempSync(join(tmpdir(), "pay-index-shop-process-"));
  const database = join(folder, "shop.db");
  return openStage({
    main: new URL("../src/main.ts", import.meta.url),
    database,
    orderState: (order) => readShopDatabase(database, order),
    stored: () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), "latin1"))
        .join("\n"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  });
}
