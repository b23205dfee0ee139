// Two figures about subscriptions. The sandbox charges 100 of them weekly for a year. And a shop on Postgres gets notifications of 52
// cycles of 1,000 of them, shuffled, each sent twice: each cycle is placed once, and the last ones cost as much as the first ones in a
// young shop, measured in turns.
import { createHash } from "node:crypto";
import { createDatabase, startPostgres } from "@pay-index/embedded-postgres";
import { CardDetails, createPayIndex, money } from "@pay-index/express";
import { postgres } from "@pay-index/postgres";
import { createSandbox } from "@pay-index/sandbox";
import express from "express";
import { Pool } from "pg";
import { compareSides, expectCounts, isQuick, printFigure } from "./compare-sides.mjs";
import { buyer } from "./shop.mjs";

const key = "sandbox-subscription-key";
const total = isQuick ? 20 : 1000;
const cycles = isQuick ? 13 : 52;
const lanes = 10;
/** Subscriptions of which the sandbox charges a year. */
const weekly = isQuick ? 10 : 100;

const plan = {
  id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
  name: "Tea",
  type: "weekly",
  description: "Tea each week",
  attempts: 3,
};

/** A shop on this database, open on a port of its own. */
async function openShop(store, gateway, hooks) {
  const app = express();
  const server = await new Promise((resolve) => {
    const opened = app.listen(0, "127.0.0.1", () => resolve(opened));
  });
  const publicUrl = `http://127.0.0.1:${server.address().port}/pay`;
  const pay = await createPayIndex({
    gateway,
    sandbox: true,
    acceptRawCards: true,
    publicUrl,
    merchants: [{ id: "10004", key }],
    store,
    ...hooks,
    orderPage: ({ reference }) => `/orders/${reference}`,
    tickEvery: 0,
  });
  app.use("/pay", pay.router);
  return { pay, close: () => new Promise((resolve) => server.close(resolve)).then(() => pay.close()) };
}

function createSale(reference) {
  return {
    reference,
    variant: "subscription",
    amount: money(1999, "USD"),
    buyer,
    items: [{ name: "Tea", price: 1999, quantity: 1 }],
    card: CardDetails.of({ number: "4242424242424242", month: "12", year: "2099", cvv: "123" }),
    plan,
  };
}

async function sellYearInSandbox(store, hooks) {
  const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 }, frozen: true });
  const shop = await openShop(store, sandbox.url, hooks);
  for (let number = 0; number < weekly; number++) await shop.pay.start(createSale(`year-${number}`));
  while ((await sandbox.clock()).undelivered > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const started = performance.now();
  const { undelivered } = await sandbox.advance({ days: 365 }, { deliveries: "later" });
  const seconds = (performance.now() - started) / 1000;
  if (undelivered !== 51 * weekly) throw new Error(`${undelivered} notifications are queued.`);
  printFigure("year-seconds", seconds);
  await sandbox.close();
  await shop.close();
}

/** What the gateway would say of each later cycle, by a fixed shuffle. */
function shuffleMessages(forms, to = cycles) {
  const all = forms.flatMap((form) =>
    Array.from({ length: to - 1 }, (_, index) => notificationBody(form, index + 2)),
  );
  let seed = 1;
  for (let place = all.length - 1; place > 0; place--) {
    seed = (seed * 48_271) % 2_147_483_647;
    const other = seed % (place + 1);
    [all[place], all[other]] = [all[other], all[place]];
  }
  return all;
}

function notificationBody({ url, fields: saleFields }, cycle) {
  const fields = {
    ...saleFields,
    transaction_id: `T${saleFields.orderid}${cycle}`,
    payment_transaction_id: `M${saleFields.orderid}`,
    payment_period_count: String(cycle),
  };
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}&`)
    .join("");
  const sign = createHash("md5").update(`${text}key=${key}`).digest("hex").toUpperCase();
  return { url, body: new URLSearchParams({ ...fields, sign }).toString() };
}

async function send(messages) {
  const queue = [...messages];
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const answer = await fetch(next.url, { method: "POST", headers, body: next.body });
        if ((await answer.text()) !== "OK") throw new Error(`It was answered ${answer.status}.`);
      }
    }),
  );
}

const insert = "INSERT INTO renewals VALUES ($1, $2)";
const hooks = {
  amountDue: () => money(1999, "USD"),
  onPaid: async ({ payment, tx }) => void (await tx.query(insert, [payment.reference, 1])),
  onRenewal: async ({ payment, cycle, tx }) =>
    void (await tx.query(insert, [payment.reference, cycle.number])),
};

const server = await startPostgres({ durable: !isQuick });

/** A shop on a database of its own, whose subscriptions are started and paid. */
async function openWithSubscriptions(count) {
  const { url } = await createDatabase({ server: server.url });
  const pool = new Pool({ connectionString: url, max: 20 });
  await pool.query("CREATE TABLE renewals (reference TEXT, cycle INTEGER)");
  const forms = [];
  const gateway = await openGateway(forms);
  const shop = await openShop(postgres(pool), `http://127.0.0.1:${gateway.address().port}`, hooks);
  for (let number = 0; number < count; number++) await shop.pay.start(createSale(`tea-${number}`));
  await send(forms.flatMap((form) => [notificationBody(form, 1), notificationBody(form, 1)]));
  const close = async () => {
    await shop.close();
    gateway.close();
    await pool.end();
  };
  return { pool, forms, pay: shop.pay, close };
}

/** Answers each sale, and notes what it will say of it. */
async function openGateway(forms) {
  const app = express().post("/pay_index", express.urlencoded({ extended: false }), (request, response) => {
    const { pay_memberid, pay_orderid, pay_amount, pay_currency, pay_notifyurl } = request.body;
    const fields = {
      memberid: pay_memberid,
      orderid: pay_orderid,
      amount: pay_amount,
      true_amount: pay_amount,
      currency: pay_currency,
      returncode: "00",
      datetime: "20990101000000",
    };
    forms.push({ url: pay_notifyurl, fields });
    response.json({ status: 0, msg: "placed" });
  });
  return new Promise((resolve) => {
    const opened = app.listen(0, "127.0.0.1", () => resolve(opened));
  });
}

const rounds = isQuick ? 3 : 11;
/** Measures the milliseconds that the next notification of a paid cycle takes. */
const measureNotification = (queue) => async () => {
  const batch = queue.splice(0, batchSize);
  const started = performance.now();
  await send(batch);
  return (performance.now() - started) / batch.length;
};

const old = await openWithSubscriptions(total);
const young = await openWithSubscriptions(total);
await sellYearInSandbox(postgres(young.pool), hooks);
const later = shuffleMessages(old.forms);
const batchSize = Math.floor(total / 4);
const last = later.slice(-rounds * batchSize);
const others = later.slice(0, -rounds * batchSize);
// A repeat somewhere after each.
const repeatAfter = isQuick ? 30 : 300;
await send(
  others.flatMap((message, place) =>
    place < repeatAfter ? [message] : [message, others[place - repeatAfter]],
  ),
);
const first = shuffleMessages(young.forms, 4);
const measured = await compareSides(rounds, {
  "the last": measureNotification([...last]),
  "the first": measureNotification([...first]),
});
await send([...others.slice(-repeatAfter), ...last]);
for (let round = 0; round < 1000 && (await old.pay.sweep()).jobs > 0; round++);
const { rows } = await old.pool.query(
  "SELECT COUNT(*)::int AS placed, COUNT(DISTINCT (reference, cycle))::int AS different FROM renewals",
);
expectCounts(rows[0], { placed: total * cycles, different: total * cycles });
for (const [name, { median }] of Object.entries(measured))
  console.log(`${name}: ${median.toFixed(2)} ms a cycle`);
printFigure("cycles", measured["the last"].ratio);
await old.close();
await young.close();
await server.stop();
