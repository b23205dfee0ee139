import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { findFreePort } from "@pay-index/embedded-postgres";
import { type Database, type VendureSettings } from "./open-vendure.mts";

const bootProcess = fileURLToPath(new URL("./boot-and-exit-process.mts", import.meta.url));
/** Starts as Vendure's template does. */
export const templateProcessFile = fileURLToPath(
  new URL("./project-template-server-process.mts", import.meta.url),
);
const sandbox = { gateway: "http://localhost:4400", sandbox: true, merchants: [{ id: "10002", key: "k" }] };

/**
 * Boots a shop with these options, in a process of its own: a boot that stops ends the process.
 * Gives what became of it, without colours: a logger paints its words as soon as `CI` is set.
 */
export async function bootInChildProcess(
  database: Database,
  plugin: object,
  { file = bootProcess, ...more }: Partial<VendureSettings> & { readonly file?: string } = {},
): Promise<{ code: unknown; said: string }> {
  const port = await findFreePort();
  const settings = { database, port, isEmpty: false, plugin: { ...sandbox, ...plugin }, ...more };
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [file, JSON.stringify(settings)],
      { timeout: 90_000 },
      (error, stdout, stderr) =>
        // A process that hangs is killed, and has no code.
        resolve({ code: error === null ? 0 : error.code, said: stripVTControlCharacters(stdout + stderr) }),
    ),
  );
}
