import { randomBytes } from "node:crypto";
import { runKeeper } from "./run-keeper.ts";
import { readSavedPassword, saveCluster } from "./saved-cluster.ts";
import { startCluster } from "./start-cluster.ts";
import type { PostgresOptions } from "./start-postgres.ts";

await runKeeper<PostgresOptions>({
  prefix: "pay-index-postgres-",
  async start({ options, folder, signal }) {
    const { from } = options;
    const password = from === undefined ? randomBytes(12).toString("hex") : await readSavedPassword(from);
    const { port, ended } = await startCluster({ ...options, folder, password, signal });
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, ended };
  },
  save: saveCluster,
});
