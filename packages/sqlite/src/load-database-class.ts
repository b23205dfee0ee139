import { getBuiltinModule } from "node:process";
import type { DatabaseSync } from "node:sqlite";
import { PayIndexError } from "@pay-index/core";

/** Loads `node:sqlite` when it is needed, so that this file can be imported on a Node without it. */
export function loadDatabaseClass(): typeof DatabaseSync {
  const module = getBuiltinModule("node:sqlite");
  if (module !== undefined) return module.DatabaseSync;
  throw new PayIndexError("options_invalid", "This Node has no node:sqlite. Use Node 22.13 or later.");
}
