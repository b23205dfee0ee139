import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives all tests of a run one folder, for files that are made once and copied by each test. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-tests-"));
  process.env.PAY_INDEX_TEST_FOLDER = folder;
  return () => rm(folder, { recursive: true, force: true });
}
