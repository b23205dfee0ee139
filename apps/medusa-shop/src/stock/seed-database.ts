import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Makes tables and stock where there are none. In a process of its own: Medusa keeps much that is global. */
export async function seedDatabase(url: string): Promise<void> {
  const file = fileURLToPath(new URL("seed-database-process.ts", import.meta.url));
  await promisify(execFile)(process.execPath, [file], { env: { ...process.env, DATABASE_URL: url } });
}
