import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface KeptServer {
  /** The address of the maintenance database, as the superuser. */
  readonly url: string;
  /**
   * Resolves when the server has stopped and its folder is deleted.
   *
   * @param keepIn a folder in which the cluster is saved, unless it exists
   */
  stop(last?: { readonly keepIn?: string }): Promise<void>;
}

/**
 * Starts a process that runs one server for this one. The server stops with `stop`, and when this process ends in any way. It does not
 * keep this process alive.
 *
 * @param name the keeper's file
 */
export async function startKeeper(name: string, options: object): Promise<KeptServer> {
  // From sources and from the build: the keeper has the same file extension as this file.
  const keeperFile = fileURLToPath(new URL(`${name}${import.meta.url.slice(-3)}`, import.meta.url));
  const keeper = spawn(process.execPath, [keeperFile, JSON.stringify(options)], {
    // In its own process group, so that Ctrl-C reaches the parent first and the parent can end normally.
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = once(keeper, "close");
  let complaint = "";
  keeper.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  const lines = createInterface({ input: keeper.stdout });
  const first = await Promise.race([once(lines, "line"), ended.then(() => undefined)]);
  if (first === undefined) throw new Error(complaint);
  keeper.unref();
  for (const stream of [keeper.stdin, keeper.stdout, keeper.stderr]) unref(stream);
  return {
    url: String(first[0]),
    async stop({ keepIn = "" } = {}) {
      keeper.ref();
      keeper.stdin.end(keepIn);
      await ended;
      if (keepIn !== "" && complaint !== "") throw new Error(complaint);
    },
  };
}

/** Pipes to a child are sockets, which have `unref`. */
function unref(stream: object): void {
  if ("unref" in stream && typeof stream.unref === "function") stream.unref();
}
