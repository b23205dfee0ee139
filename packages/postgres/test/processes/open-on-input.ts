import { once } from "node:events";
import { Pool } from "pg";
import { postgres } from "../../src/postgres-store.ts";

/** Waits until it is told to, then uses the database: for several that do so at once. */
const pool = new Pool({ connectionString: process.argv[2] });
const store = postgres(pool);
await pool.query("SELECT 1");
console.log("ready");
await once(process.stdin, "data");
console.log((await store.load({ tenant: "default", reference: "order-1" })).version);
await store.close();
await pool.end();
process.stdin.destroy();
