// List, search and overview of the staff API over 1,000,000 payments on Postgres, beside the bare queries that each request runs.
import assert from "node:assert/strict";
import { money } from "@pay-index/core";
import { createDatabase, startPostgres } from "@pay-index/embedded-postgres";
import { postgres } from "@pay-index/postgres";
import { createStaffApi } from "@pay-index/server/staff";
import { Client, Pool } from "pg";
import { compareSides, isQuick, printFigure } from "./compare-sides.mjs";
import { buyer, createReceivedNotification, openGateway } from "./shop.mjs";

const payments = isQuick ? 10_000 : 1_000_000;
const rounds = isQuick ? 3 : 15;
const calls = isQuick ? 5 : 40;
/** The payments of 90 days, most of them paid: what the template's notification has. `undefined`: none arrived. */
const templates = [{}, { returncode: "2" }, { true_amount: "1.00" }, undefined];

const server = await startPostgres();
const { url } = await createDatabase({ server: server.url });
const pool = new Pool({ connectionString: url });
const shop = openGateway(postgres(pool));
const api = createStaffApi({ gateway: shop.gateway, onEvent: (event) => console.error(event) });

/** Sells one payment of each kind, as all shops do. */
async function sellTemplates() {
  for (const [index, changes] of templates.entries()) {
    const sale = { variant: "hosted", amount: money(1999, "USD"), buyer };
    await shop.gateway.start({ reference: `template-${index}`, ...sale });
    if (changes === undefined) continue;
    const fields = { datetime: "20260301120000", transaction_id: `charge-${index}`, ...changes };
    await shop.gateway.receive(createReceivedNotification(shop.forms[index], index, fields));
  }
}

const newest = new Date(shop.now).toISOString();

/** What differs from payment to payment. */
const made = `generate_series(1, ${payments}) AS n CROSS JOIN LATERAL (SELECT
  '8' || lpad(n::text, 19, '0') AS attempt_id, 'order-' || n AS reference,
  to_char(timestamp '${newest.slice(0, -1)}' - (${payments} - n) * interval '90 days' / ${payments},
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
  CASE WHEN n % 1000 = 0 THEN 2 WHEN n % 20 = 1 THEN 3 WHEN n % 7 = 1 THEN 1 ELSE 0 END AS sort
) AS made`;

/** Copies the templates of a table with these columns. The record has the same texts as the columns. */
const copies = (table, time, columns) => `INSERT INTO ${table} SELECT copied.* FROM ${made}
JOIN ${table} AS template ON template.reference = 'template-' || sort
CROSS JOIN LATERAL jsonb_populate_record(template, jsonb_build_object(
  'attempt_id', made.attempt_id, 'reference', made.reference, '${time}', at, ${columns},
  'record', replace(replace(replace(replace(template.record, template.attempt_id, made.attempt_id),
    template.reference, made.reference), template.${time}, at), 'charge-' || sort, 'charge-' || n)
)) AS copied`;

/** Each day has counts of each variant and of three currencies. */
const dailyCounts = `INSERT INTO pay_index_daily_count (day, merchant_tenant, variant, currency,
  started, paid, declined, notifications, paid_minor, seconds_to_paid, seconds_to_notification)
SELECT to_char(timestamp '${newest.slice(0, -1)}' - ago * interval '1 day', 'YYYY-MM-DD'), 'default', variant, currency,
  '700', '600', '80', '680', '1199400', '54000', '6800'
FROM generate_series(0, 89) AS ago, unnest(ARRAY['card', 'hosted', 'link', 'subscription', 'apm']) AS variant,
  unnest(ARRAY['USD', 'EUR', 'JPY']) AS currency`;

/** Fills the tables without `start` for each payment, and makes the indexes afterwards, as a restored database does. */
async function fill() {
  const indexes = await pool.query(
    "SELECT indexname AS name, indexdef AS text FROM pg_indexes WHERE tablename = 'pay_index_attempt' AND indexname NOT LIKE '%_pkey'",
  );
  for (const { name } of indexes.rows) await pool.query(`DROP INDEX ${name}`);
  await pool.query(
    copies(
      "pay_index_review_item",
      "created_at",
      "'id', replace(template.id, template.attempt_id, made.attempt_id)",
    ),
  );
  await pool.query(
    copies("pay_index_attempt", "started_at", "'counted', template.counts, 'uncounted_since', NULL"),
  );
  await pool.query(`INSERT INTO pay_index_payment SELECT 'default', reference, 1 FROM ${made}`);
  await pool.query(
    `INSERT INTO pay_index_reported_transaction SELECT 'charge-' || n, attempt_id FROM ${made} WHERE sort < 3`,
  );
  await pool.query(dailyCounts);
  for (const { text } of indexes.rows) await pool.query(text);
  await pool.query("VACUUM ANALYZE");
}

/** Answers an address of the staff API, without the socket. */
async function ask(address) {
  const { status, body } = await api({
    path: address.split("?")[0],
    request: { method: "GET", url: `/${address}`, headers: {} },
    identify: async () => ({ member: { operator: { id: "bench" }, permissions: ["view"] }, host: {} }),
  });
  assert.equal(status, 200, `${address} answered ${status}.`);
  return body;
}

/** Returns the queries of a request, with their values. Fails if one of them reads all attempts. */
async function recordQueries(address) {
  const queries = [];
  const { query } = Client.prototype;
  Client.prototype.query = function (statement, ...more) {
    if (statement?.name !== undefined) queries.push(statement);
    return query.call(this, statement, ...more);
  };
  await ask(address);
  Client.prototype.query = query;
  for (const { text, values } of queries) {
    const { rows } = await pool.query({ text: `EXPLAIN ${text}`, values });
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    assert.doesNotMatch(plan, /Seq Scan on pay_index_attempt/, `${address} reads all attempts:\n${plan}`);
  }
  return queries;
}

async function millisecondsOf(work) {
  const started = performance.now();
  for (let left = calls; left > 0; left--) await work();
  return (performance.now() - started) / calls;
}

/** Returns the ratio of a request to its bare queries, whose rows also become JSON. */
async function compare(address) {
  const queries = await recordQueries(address);
  const sides = {
    api: () => millisecondsOf(() => ask(address)),
    bare: () =>
      millisecondsOf(async () => {
        for (const query of queries) JSON.stringify((await pool.query(query)).rows);
      }),
  };
  await compareSides(1, sides);
  const measured = await compareSides(rounds, sides);
  const [api, alone] = [measured.api.median.toFixed(2), measured.bare.median.toFixed(2)];
  console.log(`${address}: ${api} ms, bare ${alone} ms, ${measured.api.ratio.toFixed(2)} times`);
  return measured.api.ratio;
}

await sellTemplates();
const started = performance.now();
await fill();
console.log(`${payments} payments after ${((performance.now() - started) / 1000).toFixed(0)} s\n`);

// Near the end of a day.
const middle = payments / 2 - 6;
const attemptId = `8${String(middle).padStart(19, "0")}`;
const { attempts } = JSON.parse(await ask(`attempts?q=${attemptId}`));
const day = attempts[0].startedAt.slice(0, "2026-03-31".length);
const addresses = {
  "staff-list": [
    ...["attempts", "attempts?group=failed", "attempts?group=review", `attempts?day=${day}`],
    `attempts?group=paid&day=${day}&after=${attemptId}`,
  ],
  "staff-search": [
    ...[attemptId, `order-${middle}`, `charge-${middle}`].map((text) => `attempts?q=${text}`),
    `attempts?q=order-${middle}&group=paid&day=${day}`,
  ],
  "staff-overview": ["overview?days=90", "overview", "review-items/count"],
};
for (const address of addresses["staff-list"])
  assert.ok(JSON.parse(await ask(address)).attempts.length > 9, address);
for (const address of addresses["staff-search"])
  assert.deepEqual(
    JSON.parse(await ask(address)).attempts.map((each) => each.attemptId),
    [attemptId],
  );
assert.equal(JSON.parse(await ask("overview?days=90")).days.length, 90 * 5);

for (const [key, each] of Object.entries(addresses)) {
  const ratios = [];
  for (const address of each) ratios.push(await compare(address));
  printFigure(key, Math.max(...ratios));
}
await shop.gateway.close();
await pool.end();
await server.stop();
