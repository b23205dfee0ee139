import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createControlClient } from "@pay-index/sandbox/client";
import type { DemoEnvironment } from "./demo-environment.ts";
import type { DemoShopDriver } from "./demo-shop-driver.ts";

const hour = 3_600_000;

/** Exports the gateway's statement of the demo's day, and lets the shop compare it. Returns what the shop's command writes. */
export async function reconcileDay(
  reconcile: NonNullable<DemoShopDriver["reconcile"]>,
  place: DemoEnvironment,
): Promise<string> {
  const from = new Date(Date.now() - 23 * hour).toISOString();
  const to = new Date(Date.now() + hour).toISOString();
  const folder = await mkdtemp(join(tmpdir(), "pay-index-statement-"));
  try {
    const file = join(folder, "statement.csv");
    await writeFile(file, await createControlClient(place.sandboxUrl).statement({ from, to }));
    return await reconcile(place, { file, from, to });
  } finally {
    await rm(folder, { recursive: true });
  }
}
