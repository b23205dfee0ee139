import { type KeptServer, startKeeper } from "./start-keeper.ts";

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

export type PostgresServer = KeptServer;

/**
 * Starts a server on 127.0.0.1, as root or not, in a temporary folder. It stops with `stop`, and when this process ends
 * in any way. It does not keep this process alive.
 */
export function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  return startKeeper("postgres-keeper", options);
}
