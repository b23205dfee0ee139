import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { startChild } from "@pay-index-apps/demo/run/child";
import { Witness } from "../src/witness.ts";

/** The shop as a process of its own, and a sandbox here, so that a test can look behind both. */
export interface Stage {
  readonly shopUrl: string;
  readonly sandbox: Sandbox;
  readonly witness: Witness;
  /** Everything that the shop has written to disk or printed. */
  kept(): string;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "pay-index-vendure-test-"));
  const database = join(folder, "shop.db");
  const sandbox = await createSandbox({ port: 0, jitter: { min: -40, max: 40 }, retryGaps: [100, 200] });
  const shop = await startChild({
    name: "shop",
    args: [fileURLToPath(new URL("../src/main.ts", import.meta.url))],
    env: { PORT: "0", SANDBOX_URL: sandbox.url, DATABASE_URL: database },
    ready: /^shop: (http:\S+)/,
  });
  return {
    shopUrl: shop.ready[1] ?? "",
    sandbox,
    witness: new Witness(database),
    kept: () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), "latin1"))
        .join("\n") + shop.output(),
    async close() {
      await shop.end();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
