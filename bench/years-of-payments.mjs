// Calls on Postgres beside many payments and beside 10,000, what a payment takes on disk, and how long a notification waits while old
// records are deleted. The argument is the number of payments.
import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createTableStatements, storeTables } from "@pay-index/core/store";
import { createDatabase, startPostgres } from "@pay-index/embedded-postgres";
import { CardDetails, money } from "@pay-index/express";
import { postgres } from "@pay-index/postgres";
import { escapeLiteral, Pool } from "pg";
import { isQuick, median, printFigure } from "./compare-sides.mjs";
import { buyer, createReceivedNotification, openGateway } from "./shop.mjs";

const few = isQuick ? 1000 : 10_000;
const many = Number(process.argv[2] ?? (isQuick ? 5000 : 100_000));
const rounds = isQuick ? 2 : 20;
const calls = isQuick ? 5 : 20;
/** When the templates start and are paid. A copy has another minute. */
const minute = "2026-03-01T00:00";

const subscription = {
  variant: "subscription",
  items: [{ name: "Tea", price: 1999, quantity: 1 }],
  card: CardDetails.of({ number: "4242424242424242", month: "12", year: "2099", cvv: "123" }),
  plan: { id: randomUUID(), name: "Tea", type: "weekly", description: "Tea", attempts: 3 },
};
const cycle = { payment_transaction_id: "M", payment_period_count: "1" };
/** One payment of each kind: which payments are of this kind, the sale, and what its notification has. */
const templates = [
  { is: "n % 20 <> 1 AND n % 100 > 0 AND n % 1000 <> 7", sale: { variant: "hosted" }, fields: {} },
  { is: "n % 20 = 1", sale: { variant: "hosted" }, fields: { returncode: "2" } },
  { is: "n % 1000 = 7", sale: { variant: "hosted" }, fields: { true_amount: "1.00" } },
  { is: "n % 100 = 0", sale: subscription, fields: cycle },
];

const md5 = (text, length) => createHash("md5").update(text).digest("hex").slice(0, length).toUpperCase();
const idsAt = (n) => [`8${md5(`attempt ${n}`, 19)}`, md5(`order ${n}`, 20)];
/** The same in SQL, with the minute. All are younger than `retention`. */
const copies = (count) => `(SELECT n, '8' || upper(left(md5('attempt ' || n), 19)) AS attempt_id,
  upper(left(md5('order ' || n), 20)) AS reference,
  to_char(timestamp '${minute}' - (${count} + 1 - n) * (interval '390 days' / ${count}), 'YYYY-MM-DD"T"HH24:MI') AS minute
  FROM generate_series(1, ${count}) AS n) AS copy`;

async function sell({ gateway, shop }, reference, { sale, fields }) {
  await gateway.start({ reference, amount: money(1999, "USD"), buyer, ...sale });
  shop.now += 20_000;
  const request = createReceivedNotification(shop.forms.at(-1), 0, { transaction_id: reference, ...fields });
  assert.equal((await gateway.receive(request)).body, "OK");
  return shop.forms.at(-1).get("pay_orderid");
}

/** Returns what differs in the copies of each template, by the text in the template: the column of the copy. */
async function sellTemplates(side) {
  const changes = [];
  for (const [index, template] of templates.entries()) {
    side.shop.now = Date.parse(`${minute}Z`);
    const attemptId = await sell(side, `TEMPLATE-${index}`, template);
    // The reference is also the transaction, and the order.
    changes.push({ [attemptId]: "attempt_id", [`TEMPLATE-${index}`]: "reference", [minute]: "minute" });
  }
  side.shop.now += 20 * 3_600_000;
  await side.gateway.sweep();
  const decision = { action: "dismiss", operator: { id: "bench" }, note: "bench" };
  for (const { attemptId } of await side.gateway.reviewItems())
    await side.gateway.resolveReviewItem({ attemptId, ...decision });
  while ((await side.gateway.sweep()).jobs > 0);
  return changes;
}

/** Returns the SQL of a value of a template's copy. */
function copiedValue(value, changes) {
  if (typeof value !== "string") return String(value);
  const pieces = value.split(new RegExp(`(${Object.keys(changes).join("|")})`));
  return `concat(${pieces.map((piece) => changes[piece] ?? escapeLiteral(piece))})`;
}

/** Replaces the templates by copies. Makes the indexes afterwards, as a restored database does. */
async function fill(pool, count, changes) {
  const client = await pool.connect();
  for (const [table, { columns, key, indexes = [] }] of Object.entries(storeTables)) {
    const owner = ["attempt_id", "reference"].find((column) => column in columns);
    if (owner === undefined) continue;
    const { rows } = await client.query(`SELECT * FROM ${table}`);
    // What is new in the transaction needs no log.
    await client.query(`BEGIN; TRUNCATE ${table}; ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey`);
    for (const { name } of indexes) await client.query(`DROP INDEX ${table}_${name}`);
    for (const row of rows) {
      const index = changes.findIndex((each) => row[owner] in each);
      const values = Object.keys(columns).map((name) => copiedValue(row[name], changes[index]));
      const from = `FROM ${copies(count)} WHERE ${templates[index].is}`;
      await client.query(`INSERT INTO ${table} (${Object.keys(columns)}) SELECT ${values} ${from}`);
    }
    await client.query(`ALTER TABLE ${table} ADD PRIMARY KEY (${key}); COMMIT`);
  }
  client.release();
  for (const statement of createTableStatements(" IF NOT EXISTS")) await pool.query(statement);
  await pool.query("VACUUM ANALYZE");
  // Otherwise the first calls wait until the copies are on disk.
  await pool.query("CHECKPOINT");
}

async function openSide(count) {
  const pool = new Pool({ connectionString: (await createDatabase({ server: server.url })).url });
  const store = postgres(pool);
  const shop = openGateway(store, { acceptRawCards: true });
  const side = { count, pool, store, shop, gateway: shop.gateway, sold: 0, found: [] };
  await fill(pool, count, await sellTemplates(side));
  console.log(`${count} payments`);
  shop.forms.length = 0;
  return side;
}

async function find({ gateway }, ids) {
  for (const text of ids) assert.equal((await gateway.attempts({ text })).attempts[0].attemptId, ids[0]);
}

/**
 * Each gets the position of a new payment. `search` and `overview` read as staff do. `search-again` finds the same payments, which are in
 * the memory of the database then.
 */
const operations = {
  start: ({ gateway }, sold) =>
    gateway.start({ reference: `NEW-${sold}`, variant: "hosted", amount: money(1999, "USD"), buyer }),
  notify: async ({ gateway, shop }, sold) => {
    const request = createReceivedNotification(shop.forms[sold], sold, { transaction_id: `NEW-${sold}` });
    assert.equal((await gateway.receive(request)).body, "OK");
  },
  status: async ({ gateway }, sold) =>
    assert.equal((await gateway.status({ reference: `NEW-${sold}` })).state, "paid"),
  search: async (side) => {
    side.found.push(idsAt(1 + Math.floor(Math.random() * side.count)));
    await find(side, side.found.at(-1));
  },
  "search-again": (side) => find(side, side.found.shift()),
  overview: async ({ gateway }) => {
    for (const read of ["allReviewItems", "overview", "attempts"]) await gateway[read]();
  },
  sweep: async ({ gateway, shop }) => {
    shop.now += 10_000;
    await gateway.sweep();
  },
};

async function timeOf(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function printSizes({ pool, count }) {
  const { rows } = await pool.query(`SELECT relname AS name, (pg_total_relation_size(oid) -
    CASE relkind WHEN 'r' THEN pg_indexes_size(oid) ELSE 0 END) / ${count}.0 AS bytes FROM pg_class
    WHERE relname ~ '^pay_index_(payment|attempt|notification|job|reported)' AND relkind IN ('r', 'i') ORDER BY 1`);
  const sizes = rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }));
  for (const { name, bytes } of sizes) if (bytes >= 10) console.log(`${name}: ${bytes.toFixed(0)} bytes`);
  printFigure("years-size", sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);
}

/** Returns the longest notification of those that arrive until `work` ends. */
async function longestDuring(side, title, work) {
  const times = [];
  const running = { work: work().finally(() => delete running.work) };
  while (running.work !== undefined) {
    await operations.start(side, side.sold);
    times.push(await timeOf(() => operations.notify(side, side.sold++)));
  }
  const longest = Math.max(...times);
  const usual = median(times).toFixed(1);
  console.log(`${title}: ${times.length} notifications, median ${usual}, longest ${longest.toFixed(1)} ms`);
  return longest;
}

const large = { shared_buffers: "1GB", maintenance_work_mem: "512MB", autovacuum: "off" };
const server = await startPostgres({ settings: { ...large, wal_level: "minimal", max_wal_senders: "0" } });
const sides = [await openSide(many), await openSide(few)];
const [{ store, gateway, shop }] = sides;
await printSizes(sides[0]);
const times = Object.fromEntries(Object.keys(operations).map((name) => [name, sides.map(() => [])]));
for (let round = 0; round <= rounds; round++) {
  for (const [name, work] of Object.entries(operations))
    for (let call = 0; call < calls; call++)
      for (const [at, side] of sides.entries()) {
        const time = await timeOf(() => work(side, side.sold + call));
        // In the first round, each connection plans its statements.
        if (round > 0) times[name][at].push(time);
      }
  for (const side of sides) side.sold += calls;
}
for (const [name, ofSides] of Object.entries(times)) {
  const [ofMany, ofFew] = ofSides.map(median);
  console.log(`${name}: ${ofMany.toFixed(2)} ms beside ${many}, ${ofFew.toFixed(2)} ms beside ${few}`);
  printFigure(`years-${name}`, ofMany / ofFew);
}
const alone = await longestDuring(sides[0], "alone", () => pause(isQuick ? 500 : 20_000));
const longest = [
  await longestDuring(sides[0], "beside deleted notifications", async () => {
    for (let left = Math.min(many / 2, 50_000); left > 0; left -= 100)
      await store.deleteProcessedNotifications(new Date(shop.now), 100);
  }),
  await longestDuring(sides[0], "beside forgotten payments", async () => {
    for (let n = 2; n < Math.min(many, 4000); n++)
      if (n % 20 > 1) await gateway.forget({ reference: idsAt(n)[1] });
  }),
];
printFigure("years-deletion", Math.max(...longest) - alone);
for (const side of sides) {
  await side.gateway.close();
  await side.pool.end();
}
await server.stop();
