import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Returns an empty folder, gone after the test. */
export async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "create-pay-index-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
