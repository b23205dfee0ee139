import { access } from "node:fs/promises";
import { type PostgresServer, startPostgres } from "./start-postgres.ts";

export interface SavedPostgresOptions {
  /** Where the filled cluster is kept: nothing is there before the first start. Its name says what it was filled with. */
  readonly folder: string;
  /** Fills a new server. `url` is its maintenance database. */
  fill(url: string): Promise<void>;
}

/**
 * Starts a server that was filled once: the first time it takes as long as filling does, and from then on as long as copying.
 * Each start has a copy of its own, so nothing that happens to one is seen by the next.
 */
export async function startSavedPostgres({ folder, fill }: SavedPostgresOptions): Promise<PostgresServer> {
  if (!(await exists(folder))) {
    const server = await startPostgres();
    let filled = false;
    try {
      await fill(server.url);
      filled = true;
    } finally {
      await server.stop(filled ? { keepIn: folder } : {});
    }
  }
  return startPostgres({ from: folder });
}

function exists(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  );
}
