import { fileURLToPath } from "node:url";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { startChild } from "@pay-index-apps/demo/run/child";
import { startFilledPostgres } from "../src/stock/filled-postgres.ts";
import { Witness } from "../src/witness.ts";

/** The shop as a process of its own, and a sandbox here, so that a test can look behind both. */
export interface Stage {
  readonly shopUrl: string;
  readonly sandbox: Sandbox;
  readonly witness: Witness;
  /** Everything that the shop has written to its database or printed. */
  kept(): Promise<string>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const postgres = await startFilledPostgres();
  const sandbox = await createSandbox({ port: 0, jitter: { min: -40, max: 40 }, retryGaps: [100, 200] });
  const shop = await startChild({
    name: "shop",
    args: [fileURLToPath(new URL("../src/main.ts", import.meta.url))],
    env: { PORT: "0", SANDBOX_URL: sandbox.url, DATABASE_URL: postgres.url },
    ready: /^shop: (http:\S+)/,
  });
  const witness = new Witness(postgres.url);
  return {
    shopUrl: shop.ready[1] ?? "",
    sandbox,
    witness,
    kept: async () => (await witness.everything()) + shop.output(),
    async close() {
      await shop.end();
      await sandbox.close();
      await postgres.stop();
    },
  };
}
