import { once } from "node:events";
import { Pool } from "pg";
import { postgres } from "../../src/postgres-store.ts";

/** Waits until it is told to, then leases work one by one until none is left, and prints what it got. */
const pool = new Pool({ connectionString: process.argv[2] });
const store = postgres(pool);
await store.book({ tenant: "t", reference: "r" });
console.log("ready");
await once(process.stdin, "data");
const now = new Date("2026-01-01T00:00:00.000Z");
const lease = { token: String(process.pid), until: new Date("2026-01-02T00:00:00.000Z") };
const taken: string[] = [];
for (;;) {
  const leased = await store.claim({ now, lease, limit: 1 });
  if (leased.length === 0) break;
  taken.push(...leased.map(({ work }) => work.id));
}
console.log(JSON.stringify(taken));
await store.close();
await pool.end();
process.stdin.destroy();
