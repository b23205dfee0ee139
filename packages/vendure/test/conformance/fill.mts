import { fork } from "node:child_process";
import { once } from "node:events";
import type { Database } from "../shop/open-vendure.mts";

/** Makes the tables and fills them, in a process of its own: Vendure keeps much that is global. */
export async function fill(database: Database): Promise<void> {
  const file = new URL("./fill-process.mts", import.meta.url);
  const child = fork(file, [JSON.stringify(database)], {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`filling a Vendure database ended with ${code}`);
}
