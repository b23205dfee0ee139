import { once } from "node:events";
import { Pool } from "pg";
import { postgres } from "../../src/postgres-store.ts";

/** Waits for input, then claims jobs one by one until none is left, and prints their ids. */
const pool = new Pool({ connectionString: process.argv[2] });
const store = postgres(pool);
await store.load({ tenant: "t", reference: "r" });
console.log("ready");
await once(process.stdin, "data");
const now = new Date("2026-02-01T00:00:00.000Z");
const lease = { token: String(process.pid), until: new Date("2026-02-02T00:00:00.000Z") };
const taken: string[] = [];
for (;;) {
  const leased = await store.claimDueJobs({ now, lease }, 1);
  if (leased.length === 0) break;
  taken.push(...leased.map(({ job }) => job.id));
}
console.log(JSON.stringify(taken));
await store.close();
await pool.end();
process.stdin.destroy();
