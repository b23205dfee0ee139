import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Returns a path in a new folder, which is deleted after the test. */
export async function createShopFilePath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-sqlite-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "shop.db");
}
