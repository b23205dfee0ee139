import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStage, type ProcessStage } from "@pay-index-apps/demo/suite/stage";
import { Witness } from "../src/witness.ts";

/** The shop on a file of its own. */
export function openShop(): Promise<ProcessStage> {
  const folder = mkdtempSync(join(tmpdir(), "pay-index-vendure-test-"));
  const database = join(folder, "shop.db");
  const witness = new Witness(database);
  return openStage({
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
