// The Medusa plugin on Postgres, beside Medusa's own completion of a cart; a renewal, beside the same order made by hand; and two
// processes on one database that get every notification of a hundred paid carts at the same time. The server is a real one that waits
// for the disk.
import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createDatabase, startPostgres } from "@pay-index/embedded-postgres";
import { Client } from "pg";
import { Buyer } from "../packages/medusa/test/shop/buyer.mts";
import { compareSides, expectCounts, isQuick, printFigure, runMeasurements } from "./compare-sides.mjs";
import { createNotification } from "./shop.mjs";

const pairs = isQuick ? 1 : 11;
const warmUp = isQuick ? 0 : 1;
/** Orders of one side in one round. */
const each = isQuick ? 1 : 3;
const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const form = "application/x-www-form-urlencoded";

/** Medusa looks for its own modules from the working directory. */
const surroundings = {
  cwd: pathOf("../packages/medusa"),
  env: { ...process.env, MEDUSA_DISABLE_TELEMETRY: "true", LOG_LEVEL: "error" },
};

/** A shop's database with its tables and one thing to sell. */
async function openDatabase() {
  const make = async (url) => {
    for (const what of ["migrate", "seed"])
      await promisify(execFile)(
        process.execPath,
        [pathOf("../packages/medusa/test/shop/seed-database.mts"), what, url],
        { ...surroundings, env: { ...surroundings.env, NODE_ENV: "test" } },
      );
  };
  return (await createDatabase({ server: server.url, template: { name: "medusa", make } })).url;
}

async function open(url) {
  const child = fork(pathOf("medusa-server.mjs"), [JSON.stringify({ url })], {
    ...surroundings,
    execArgv: ["--disable-warning=DeprecationWarning"],
  });
  const [{ origin, shop }] = await once(child, "message");
  const opened = { child, origin, shop };
  // Medusa makes a customer of the first guest with this e-mail, and not of two at once.
  await readyCart(opened);
  return opened;
}

/** One question at a time. */
async function ask({ child }, question, about = {}) {
  const answer = once(child, "message");
  child.send({ question, ...about });
  const [{ error, ...given }] = await answer;
  if (error !== undefined) throw new Error(`${question}: ${error}`);
  return given;
}

async function end({ child }) {
  const gone = once(child, "exit");
  child.disconnect();
  await gone;
}

async function runEach(count, width, work) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

async function readyCart({ origin, shop }) {
  const buyer = new Buyer(origin, shop.publishableKey);
  return { buyer, id: await buyer.isReadyToPay(shop) };
}

/** One that Medusa's own provider takes, which finds every payment good. */
async function withSystemProvider(opened) {
  const { buyer, id } = await readyCart(opened);
  const { body } = await buyer.initiate("pp_system_default");
  const [session] = body.payment_collection.payment_sessions;
  return { id, session_id: session.id, amount: session.amount };
}

async function startPayment(opened) {
  const { buyer, id } = await readyCart(opened);
  const { body } = await buyer.start();
  return { buyer, id, attemptId: body.payment.url.split("/").at(-1) };
}

async function notify(origin, { path, body }) {
  const response = await fetch(origin + path, { method: "POST", headers: { "content-type": form }, body });
  return (await response.text()) === "OK";
}

/** Milliseconds for one order: from the notification to its answer, and from the call of the workflow to its end. */
async function measurePlacing() {
  const total = (pairs + warmUp) * each;
  const url = await openDatabase();
  const opened = await open(url);
  const [ours, own, webhook] = [[], [], []];
  await runEach(total, 2, async () => {
    ours.push(await startPayment(opened));
    own.push(await withSystemProvider(opened));
    webhook.push(await withSystemProvider(opened));
  });
  const { answer: forms } = await ask(opened, "forms");
  const timed = (queue, work) => async () => {
    let taken = 0;
    for (const one of queue.splice(0, each)) taken += await work(one);
    return taken / each;
  };
  const sides = {
    "pay-index": timed(ours, async ({ attemptId }) => {
      const startedAt = performance.now();
      const sent = createNotification(new URLSearchParams(forms[attemptId]), attemptId);
      if (!(await notify(opened.origin, sent))) throw new Error("A notification was not answered OK.");
      return performance.now() - startedAt;
    }),
    "generic webhook": timed(webhook, async (one) => (await ask(opened, "webhook", one)).taken),
    completeCartWorkflow: timed(own, async ({ id }) => (await ask(opened, "complete", { id })).taken),
  };
  await compareSides(warmUp, sides);
  const result = await compareSides(pairs, sides);
  await end(opened);
  expectCounts(await readHostRecords(url), { orders: 3 * total, undone: 0 });
  console.log("# From the notification to a placed, captured order\n");
  for (const [name, { median, ratio }] of Object.entries(result))
    console.log(`${name.padEnd(21)} ${median.toFixed(0)} ms, ${ratio.toFixed(2)} times the workflow`);
  console.log("(the generic webhook's own work, without the five seconds that it waits before it begins)");
  printFigure("medusa-notification", result["pay-index"].ratio);
}

/**
 * Milliseconds from a buyer's click to the payment page, beside Medusa's own payment collection and session for a cart
 * like it. The gateway answers at once.
 */
async function measureStarting() {
  const url = await openDatabase();
  const opened = await open(url);
  const [ours, own] = [[], []];
  await runEach((pairs + warmUp) * each, 2, async () => {
    ours.push(await readyCart(opened));
    own.push(await readyCart(opened));
  });
  const timed = (queue, work) => async () => {
    const startedAt = performance.now();
    for (const { buyer } of queue.splice(0, each)) {
      const { status } = await work(buyer);
      if (status !== 200) throw new Error(`A start was answered with ${status}.`);
    }
    return (performance.now() - startedAt) / each;
  };
  const sides = {
    "pay-index": timed(ours, (buyer) => buyer.start()),
    "collection and session": timed(own, (buyer) => buyer.initiate("pp_system_default")),
  };
  await compareSides(warmUp, sides);
  const result = await compareSides(pairs, sides);
  await end(opened);
  console.log("\n# From the click to the payment page\n");
  for (const [name, { median }] of Object.entries(result))
    console.log(`${name.padEnd(21)} ${median.toFixed(0)} ms`);
  printFigure("medusa-start", result["pay-index"].ratio);
}

/** Milliseconds for one order of a later cycle: from its notification to the answer, and by Medusa's workflows one by one. */
async function measureRenewal() {
  const url = await openDatabase();
  const opened = await open(url);
  const { buyer, id } = await readyCart(opened);
  const { body } = await buyer.start({ provider_id: "pp_pay-index_subscription" });
  await buyer.postCard(body.payment);
  const [[attemptId, form]] = Object.entries((await ask(opened, "forms")).answer);
  let cycle = 1;
  const paid = async () => {
    const cycleFields = { payment_transaction_id: attemptId, payment_period_count: String(cycle) };
    const sent = createNotification(new URLSearchParams(form), `${attemptId}-${cycle++}`, cycleFields);
    if (!(await notify(opened.origin, sent))) throw new Error("A cycle was not answered OK.");
  };
  await paid();
  const timed = (work) => async () => {
    const startedAt = performance.now();
    for (let index = 0; index < each; index++) await work();
    return (performance.now() - startedAt) / each;
  };
  const sides = { "pay-index": timed(paid), "by hand": timed(() => ask(opened, "again", { id })) };
  await compareSides(warmUp, sides);
  const result = await compareSides(pairs, sides);
  await end(opened);
  const renewals = (pairs + warmUp) * each;
  expectCounts(await readHostRecords(url), {
    orders: 1,
    renewals,
    captures: 1 + 2 * renewals,
    loose: 0,
  });
  console.log("\n# One order of a later cycle\n");
  for (const [name, { median }] of Object.entries(result))
    console.log(`${name.padEnd(21)} ${median.toFixed(0)} ms`);
  printFigure("medusa-renewal", result["pay-index"].ratio);
}

/** A hundred paid carts. Each gets three notifications while its buyer returns, at any process, all at the same time. */
async function measureCrowd() {
  const carts = isQuick ? 6 : 100;
  const url = await openDatabase();
  const opened = [await open(url), await open(url)];
  const all = [];
  await runEach(carts, 4, async (index) => void all.push(await startPayment(opened[index % 2])));
  const forms = {};
  for (const one of opened) Object.assign(forms, (await ask(one, "forms")).answer);
  let refused = 0;
  const startedAt = performance.now();
  const deeds = all.flatMap(({ id, attemptId }, index) => {
    const sent = createNotification(new URLSearchParams(forms[attemptId]), attemptId);
    const { origin, shop } = opened[(index + 1) % 2];
    const notified = [0, 1, 1].map(async (which) => {
      if (!(await notify(opened[which].origin, sent))) refused += 1;
    });
    return [...notified, new Buyer(origin, shop.publishableKey).raw(`/store/carts/${id}/complete`, {})];
  });
  await Promise.all(deeds);
  const answered = performance.now() - startedAt;
  // What was not done by then is the sweep's, which each process runs every ten seconds.
  for (let found = await readHostRecords(url); found.undone > 0; found = await readHostRecords(url)) {
    if (performance.now() - startedAt > 600_000) break;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  const placed = performance.now() - startedAt;
  const counts = await readHostRecords(url);
  for (const one of opened) await end(one);
  console.log(
    `\n# Two processes, ${carts} paid carts, three notifications and one completion of each, in one moment\n`,
  );
  console.log(
    `all answered after ${(answered / 1000).toFixed(1)} s, ${refused} notifications not OK; all placed after ${(placed / 1000).toFixed(1)} s`,
  );
  expectCounts(counts, { orders: carts, twice: 0, captures: carts, refunds: 0, loose: 0, undone: 0 });
}

async function readHostRecords(url) {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`SELECT
    (SELECT count(DISTINCT cart_id)::int FROM order_cart WHERE deleted_at IS NULL) AS orders,
    (SELECT count(*)::int FROM (SELECT 1 FROM order_cart WHERE deleted_at IS NULL
      GROUP BY cart_id HAVING count(*) > 1) each) AS twice,
    (SELECT count(*)::int FROM "order" WHERE metadata ? 'pay_index_cycle' AND deleted_at IS NULL) AS renewals,
    (SELECT count(*)::int FROM capture WHERE deleted_at IS NULL) AS captures,
    (SELECT count(*)::int FROM refund WHERE deleted_at IS NULL) AS refunds,
    (SELECT count(*)::int FROM payment p WHERE canceled_at IS NULL AND deleted_at IS NULL
      AND provider_id LIKE 'pp_pay-index_%'
      AND NOT EXISTS (SELECT 1 FROM capture c WHERE c.payment_id = p.id AND c.deleted_at IS NULL)) AS loose,
    (SELECT count(*)::int FROM pay_index_job WHERE status <> 'completed' AND kind = 'place-order') AS undone`);
  await client.end();
  return rows[0];
}

const server = await startPostgres({ durable: !isQuick });
const measurements = {
  placing: measurePlacing,
  starting: measureStarting,
  renewal: measureRenewal,
  crowd: measureCrowd,
};
await runMeasurements(measurements, process.argv[2]).finally(() => server.stop());
process.exit();
