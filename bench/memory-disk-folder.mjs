import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates an empty folder, on a memory disk if there is one: for benches of a process, which must not wait for the disk. */
export function createMemoryDiskFolder() {
  return mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "pay-index-bench-"));
}
