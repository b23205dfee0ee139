import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Database, freePort } from "./open-vendure.mts";

const file = fileURLToPath(new URL("./boot-process.mts", import.meta.url));
const sandbox = { gateway: "http://localhost:4400", sandbox: true, merchants: [{ id: "10002", key: "k" }] };

/** Boots a shop with these options, in a process of its own: a boot that stops ends the process. Gives what became of it. */
export async function boot(database: Database, plugin: object): Promise<{ code: unknown; said: string }> {
  const settings = { database, port: await freePort(), isEmpty: false, plugin: { ...sandbox, ...plugin } };
  return new Promise((resolve) =>
    execFile(process.execPath, [file, JSON.stringify(settings)], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    ),
  );
}
