import { createRequire } from "node:module";
import { join } from "node:path";
import type { ILockingModule } from "@medusajs/framework/types";

const require = createRequire(import.meta.url);

/** Medusa's own locks in memory, which only Medusa can see. */
export function createInMemoryLocks(): ILockingModule {
  const { resolve } = createRequire(require.resolve("@medusajs/medusa/locking"));
  const { InMemoryLockingProvider } = require(
    join(resolve("@medusajs/locking"), "../providers/in-memory.js"),
  );
  return new InMemoryLockingProvider();
}
