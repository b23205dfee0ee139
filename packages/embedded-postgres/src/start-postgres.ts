import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface PostgresOptions {
  /**
   * Whether a commit waits for the disk, as in production. Default: false, because a test is repeated after a power
   * failure.
   */
  readonly durable?: boolean;
  /** A cluster that `stop` saved. The server starts with a copy of it instead of an empty one. */
  readonly from?: string;
  /** Default: a free port. With a port, a stopped server can start again at the same address. */
  readonly port?: number;
  /** More settings of the server, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The address of a server that was started from the same saved cluster. The server follows it, and is read-only until it is promoted. */
  readonly standbyOf?: string;
}

export interface PostgresServer {
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
 * Starts a server on 127.0.0.1, as root or not, in a temporary folder. It stops with `stop`, and when this process ends
 * in any way. It does not keep this process alive.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  // From sources and from the build: the keeper has the same file extension as this file.
  const keeperFile = fileURLToPath(new URL(`postgres-keeper${import.meta.url.slice(-3)}`, import.meta.url));
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
