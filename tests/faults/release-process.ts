import { type Migration, migrations } from "@pay-index/core/store";

// The later release of a rolling upgrade: with a migration that only adds, and a job that this release does not know.
const version = migrations.length + 1;
const later: Migration = {
  version,
  statements: [
    "CREATE TABLE pay_index_later (id TEXT NOT NULL PRIMARY KEY)",
    ...["payment", "attempt", "notification", "job", "review_item"].map(
      (table) => `ALTER TABLE pay_index_${table} ADD COLUMN later TEXT`,
    ),
    "CREATE INDEX pay_index_job_later ON pay_index_job (later) WHERE later IS NOT NULL",
    `INSERT INTO pay_index_job (id, kind, tenant, reference, attempt_id, dedupe_key, status, created_at, due_at, tries)
SELECT attempt_id || '/later', 'of-a-later-release', tenant, reference, attempt_id, '', 'due', started_at, started_at, 0
FROM pay_index_attempt`,
    `INSERT INTO pay_index_schema (version, oldest_reader) VALUES (${version}, 1)`,
  ],
};
if (process.env.SHOP_RELEASE === "new") (migrations as Migration[]).push(later);

const shop = "../../packages/express/test/conformance/shop-process-main.ts";
await import(new URL(shop, import.meta.url).href);
