import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface PostgresOptions {
  /** Whether a commit waits for the disk, as in production. By default it does not: a test that loses power is run again. */
  readonly durable?: boolean;
  /** Begins with a copy of the cluster that `stop` has kept there, instead of an empty one. */
  readonly from?: string;
  /** By default one that is free. With one, a server that was stopped comes back where it was. */
  readonly port?: number;
}

export interface PostgresServer {
  /** Of its maintenance database, as the superuser. */
  readonly url: string;
  /**
   * Resolves when the server has ended and its folder is gone.
   *
   * @param keepIn a folder that its cluster is kept in; one that is there already stays as it is
   */
  stop(last?: { readonly keepIn?: string }): Promise<void>;
}

/**
 * Starts a server of its own on 127.0.0.1, as root or not, in a temporary folder. It ends with `stop`, and with this process
 * however that ends; it keeps this process alive in no way.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const { durable = false, from, port = 0 } = options;
  // From source as from the build: the keeper has the same ending as this file.
  const keeperFile = fileURLToPath(new URL(`postgres-keeper${import.meta.url.slice(-3)}`, import.meta.url));
  const keeper = spawn(
    process.execPath,
    [keeperFile, durable ? "durable" : "fast", String(port), ...(from === undefined ? [] : [from])],
    {
      // In a group of its own, so that Ctrl-C reaches the parent first and the parent can end in peace.
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
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

/** Pipes to a child are sockets, which can be told not to keep the process alive. */
function unref(stream: object): void {
  if ("unref" in stream && typeof stream.unref === "function") stream.unref();
}
