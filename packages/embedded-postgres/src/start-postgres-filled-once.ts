import { existsSync } from "node:fs";
import { type PostgresServer, startPostgres } from "./start-postgres.ts";

export interface PostgresFilledOnceOptions {
  /**
   * The folder of the filled cluster, which does not exist before the first start. Its name identifies its contents.
   */
  readonly folder: string;
  /** Fills a new server. `url` is the address of its maintenance database. */
  fill(url: string): Promise<void>;
}

/**
 * Starts a server that was filled once: the first start takes as long as filling it, later ones as long as copying it.
 * Each start has its own copy.
 */
export async function startPostgresFilledOnce({
  folder,
  fill,
}: PostgresFilledOnceOptions): Promise<PostgresServer> {
  if (!existsSync(folder)) {
    const server = await startPostgres();
    try {
      await fill(server.url);
    } catch (error) {
      await server.stop();
      throw error;
    }
    await server.stop({ keepIn: folder });
  }
  return startPostgres({ from: folder });
}
