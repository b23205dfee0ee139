// The processor time of an idle sweep of a shop with 100,000 attempts, with alerts for staff and without.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { money } from "@pay-index/core";
import { createDatabase, startPostgres } from "@pay-index/embedded-postgres";
import { postgres } from "@pay-index/postgres";
import { sqlite } from "@pay-index/sqlite";
import { Pool } from "pg";
import { compareSides, expectCounts, isQuick, printFigure, processorTime } from "./compare-sides.mjs";
import { buyer, createReceivedNotification, openGateway } from "./shop.mjs";

const attempts = isQuick ? 10_000 : 100_000;
const sweeps = 100;

/** Copies a paid attempt. The newest attempts are real ones. */
const copies = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${attempts})
INSERT INTO pay_index_attempt (attempt_id, tenant, reference, number, merchant_tenant, state, started_at, answers_any_start,
  record, counts, counted)
SELECT 'copy-' || n, tenant, 'copy-' || n, 1, merchant_tenant, state, '2025-01-01T00:00:00.000Z', 0, record, counts, counts
FROM numbers, (SELECT * FROM pay_index_attempt LIMIT 1) AS template`;

async function fill(shop, store, insert) {
  for (let index = 0; index < 100; index++) {
    const sale = { variant: "hosted", amount: money(1999, "USD"), buyer };
    await shop.gateway.start({ reference: `order-${index}`, ...sale });
    await shop.gateway.receive(createReceivedNotification(shop.forms[index], index));
  }
  await store.transaction(insert);
  await shop.gateway.sweep();
}

async function measure(name, store, insert) {
  let sent = 0;
  const off = openGateway(store);
  const on = openGateway(store, { alerts: { send: () => void sent++ } });
  await fill(off, store, insert);
  const timed = (shop) => async () => {
    const startedAt = processorTime();
    for (let index = 0; index < sweeps; index++) {
      shop.now += 10_000;
      await shop.gateway.sweep();
    }
    return ((processorTime() - startedAt) * 1000) / sweeps;
  };
  const sides = { "with alerts": timed(on), without: timed(off) };
  await compareSides(1, sides);
  const result = await compareSides(isQuick ? 1 : 11, sides);
  for (const [side, { median }] of Object.entries(result))
    console.log(`${name}, ${side}: ${median.toFixed(0)} µs`);
  expectCounts({ alerts: sent }, { alerts: 0 });
  printFigure(`alerts-${name}`, result["with alerts"].ratio);
  await store.close?.();
}

console.log("# An idle sweep with alerts\n");
const folder = await mkdtemp(join(tmpdir(), "pay-index-bench-"));
await measure("sqlite", sqlite(join(folder, "shop.db")), (tx) => tx.exec(copies));
await rm(folder, { recursive: true });
const server = await startPostgres();
const pool = new Pool({ connectionString: (await createDatabase({ server: server.url })).url });
await measure("postgres", postgres(pool), (tx) => tx.query(copies));
await pool.end();
await server.stop();
