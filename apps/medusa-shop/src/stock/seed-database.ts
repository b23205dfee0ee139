import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/**
 * Creates tables and data if there are none. Runs in a process of its own, because Medusa stores much in global
 * variables.
 */
export async function seedDatabase(url: string): Promise<void> {
  const file = fileURLToPath(new URL("seed-database-process.ts", import.meta.url));
  await promisify(execFile)(process.execPath, [file], { env: { ...process.env, DATABASE_URL: url } });
}
