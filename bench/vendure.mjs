// The Vendure plugin on Postgres, beside Vendure's own addPaymentToOrder and beside a Vendure without it; fifty notifications in one
// moment; a renewal, beside the same order made by hand; and two servers and a worker on one database. The server is a real one that waits for the disk.
import { fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { createDatabase, findFreePort, startPostgres } from "@pay-index/embedded-postgres";
import { Client } from "pg";
import { seedDatabase } from "../packages/vendure/test/conformance/seed-database.mts";
import { Buyer } from "../packages/vendure/test/shop/buyer.mts";
import {
  compareSides,
  expectCounts,
  isQuick,
  median,
  printFigure,
  runMeasurements,
} from "./compare-sides.mjs";
import { createNotification } from "./shop.mjs";

const pairs = isQuick ? 1 : 11;
const warmUp = isQuick ? 0 : 2;
/** Orders of one side in one round. */
const each = isQuick ? 2 : 8;
const file = fileURLToPath(new URL("./vendure-server.mjs", import.meta.url));
const form = "application/x-www-form-urlencoded";

function start(settings) {
  return fork(file, [JSON.stringify(settings)], {
    execArgv: ["--expose-gc", "--disable-warning=DeprecationWarning"],
  });
}

async function ask(child, question) {
  const answer = once(child, "message");
  child.send(question);
  return (await answer)[0];
}

async function open(settings) {
  const port = await findFreePort();
  const child = start({ plugin: true, role: "server", port, ...settings });
  await once(child, "message");
  return { child, origin: `http://127.0.0.1:${port}` };
}

async function end(child) {
  const gone = once(child, "exit");
  child.disconnect();
  await gone;
}

let products;
const template = {
  name: "vendure",
  make: async (url) => {
    await seedDatabase({ kind: "postgres", url });
    const child = start({ plugin: true, role: "prepare", port: await findFreePort(), url });
    const gone = once(child, "exit");
    [products] = await once(child, "message");
    await gone;
  },
};

/** A shop's database with the products that `products` names. */
async function openDatabase() {
  return (await createDatabase({ server: server.url, template })).url;
}

async function eachOf(count, width, work) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/** An order that is ready to be paid by either side. */
async function readyOrder({ origin }, product = products.tea) {
  const buyer = new Buyer(origin);
  return { buyer, code: await buyer.isReadyToPay(product) };
}

async function startPayment(shop) {
  const { buyer, code } = await readyOrder(shop);
  const { url } = await buyer.start({ method: "hosted" });
  return { code, attemptId: url.split("/").at(-1) };
}

async function notify(origin, { path, body }) {
  const response = await fetch(origin + path, { method: "POST", headers: { "content-type": form }, body });
  return (await response.text()) === "OK";
}

/** Milliseconds for one order, from the request to the answer, after which it is settled. */
async function measurePlacing() {
  const total = (pairs + warmUp) * each;
  const url = await openDatabase();
  const shop = await open({ url });
  const [own, ours] = [[], []];
  await eachOf(total, 2, async () => {
    own.push(await readyOrder(shop));
    ours.push(await startPayment(shop));
  });
  const forms = await ask(shop.child, "forms");
  const add = `mutation { addPaymentToOrder(input: { method: "voucher", metadata: {} }) { __typename ... on Order { state } } }`;
  const timed = (queue, work) => async () => {
    const startedAt = performance.now();
    for (const one of queue.splice(0, each)) await work(one);
    return (performance.now() - startedAt) / each;
  };
  const sides = {
    "pay-index": timed(ours, async ({ attemptId }) => {
      const sent = createNotification(new URLSearchParams(forms[attemptId]), attemptId);
      if (!(await notify(shop.origin, sent))) throw new Error("A notification was not answered OK.");
    }),
    addPaymentToOrder: timed(own, async ({ buyer }) => {
      const { state } = await buyer.ask(add);
      if (state !== "PaymentSettled") throw new Error(`addPaymentToOrder left the order in ${state}.`);
    }),
  };
  await compareSides(warmUp, sides);
  const result = await compareSides(pairs, sides);
  await expectHostRecords(url, { settled: 2 * total, payments: 2 * total });
  await end(shop.child);
  console.log("# From the request to PaymentSettled\n");
  for (const [name, { median: taken }] of Object.entries(result))
    console.log(`${name.padEnd(18)} ${taken.toFixed(1)} ms`);
  printFigure("vendure-notification", result["pay-index"].ratio);
}

/** Milliseconds for one order of a later cycle: from its notification to the answer, and by hand in the same server. */
async function measureRenewal() {
  const url = await openDatabase();
  const shop = await open({ url });
  const { code, form, attemptId } = await startSubscription(shop);
  let cycle = 1;
  const paid = () => {
    const cycleFields = { payment_transaction_id: attemptId, payment_period_count: String(cycle) };
    return createNotification(form, `${attemptId}-${cycle++}`, cycleFields);
  };
  const timed = (work) => async () => {
    const startedAt = performance.now();
    for (let index = 0; index < each; index++) await work();
    return (performance.now() - startedAt) / each;
  };
  if (!(await notify(shop.origin, paid()))) throw new Error("The first cycle was not answered OK.");
  const sides = {
    "pay-index": timed(async () => {
      if (!(await notify(shop.origin, paid()))) throw new Error("A cycle was not answered OK.");
    }),
    "by hand": timed(async () => {
      const state = await ask(shop.child, { again: code });
      if (state !== "PaymentSettled") throw new Error(`By hand: ${state}`);
    }),
  };
  await compareSides(warmUp, sides);
  const result = await compareSides(pairs, sides);
  const made = 2 * (pairs + warmUp) * each + 1;
  await expectHostRecords(url, { settled: made, payments: made });
  await end(shop.child);
  console.log("\n# One order of a later cycle\n");
  for (const [name, { median: taken }] of Object.entries(result))
    console.log(`${name.padEnd(18)} ${taken.toFixed(1)} ms`);
  printFigure("vendure-renewal", result["pay-index"].ratio);
}

/** Begins a subscription by a card. */
async function startSubscription(shop) {
  const { buyer, code } = await readyOrder(shop, products.weekly);
  const { action, formToken } = await buyer.start({ method: "subscription" });
  const card = { card_number: "4242424242424242", card_month: "12", card_year: "2099", card_cvv: "123" };
  const body = new URLSearchParams({ ...card, form_token: formToken });
  const headers = { origin: new URL(action).origin, "user-agent": "bench" };
  const path = new URL(action).pathname;
  await fetch(shop.origin + path, { method: "POST", redirect: "manual", headers, body });
  const [[attemptId, form]] = Object.entries(await ask(shop.child, "forms"));
  return { code, attemptId, form: new URLSearchParams(form) };
}

/** All but the last byte of each is there; then all the last bytes are sent. Gives the answers, with what each took. */
async function postTogether(origin, { path, body }, copies) {
  const { hostname, port } = new URL(origin);
  const head = `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: ${form}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`;
  const sockets = Array.from({ length: copies }, () => connect(Number(port), hostname).setNoDelay());
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  for (const socket of sockets) socket.write(head + body.slice(0, -1));
  const startedAt = performance.now();
  return Promise.all(
    sockets.map(async (socket) => {
      socket.write(body.slice(-1));
      let text = "";
      for await (const chunk of socket) text += chunk;
      return { isOk: /^HTTP\/1\.1 200 [\s\S]*\r\n\r\nOK$/.test(text), taken: performance.now() - startedAt };
    }),
  );
}

async function measureFiftyCopies() {
  const url = await openDatabase();
  const shop = await open({ url });
  const slowest = [];
  const codes = [];
  for (let round = 0; round < pairs; round++) {
    const { code, attemptId } = await startPayment(shop);
    const forms = await ask(shop.child, "forms");
    const sent = createNotification(new URLSearchParams(forms[attemptId]), attemptId);
    const answers = await postTogether(shop.origin, sent, 50);
    if (!answers.every(({ isOk }) => isOk)) throw new Error("Not all fifty were answered OK.");
    slowest.push(Math.max(...answers.map(({ taken }) => taken)));
    codes.push(code);
  }
  const placed = await ask(shop.child, "placed");
  if (codes.some((code) => placed[code] !== 1)) throw new Error("An order was not placed once.");
  await expectHostRecords(url, { settled: pairs, payments: pairs });
  await end(shop.child);
  console.log(`\n# Fifty copies of one notification in one moment, ${pairs} times\n`);
  console.log("each time: one Payment, one allocation, one OrderPlacedEvent, 50 times OK");
  console.log(`the slowest of fifty, median: ${median(slowest).toFixed(0)} ms`);
  printFigure("vendure-copies", Math.max(...slowest) / 1000);
}

/** Until a server listens, and what it holds then. */
async function measureBoot() {
  const url = await openDatabase();
  const found = { with: [], without: [] };
  const boot = (side) => async () => {
    const startedAt = performance.now();
    const { child } = await open({ url, plugin: side === "with" });
    const taken = performance.now() - startedAt;
    found[side].push(await ask(child, "held"));
    await end(child);
    return taken;
  };
  const sides = { "with the plugin": boot("with"), "without it": boot("without") };
  if (!isQuick) await compareSides(1, sides);
  for (const side of Object.values(found)) side.length = 0;
  const result = await compareSides(pairs, sides);
  console.log("\n# Boot and memory of a server\n");
  for (const [name, { median: taken }] of Object.entries(result))
    console.log(`${name.padEnd(18)} ${taken.toFixed(0)} ms`);
  const more = (what) => median(found.with.map((each, round) => each[what] - found.without[round][what]));
  const processor = median(found.with.map((each, round) => each.processor / found.without[round].processor));
  console.log(`processor time: ${processor.toFixed(2)} times, which other processes do not disturb`);
  console.log(`heap: ${more("heap").toFixed(1)} MB more`);
  printFigure("vendure-boot", result["with the plugin"].ratio);
  printFigure("vendure-memory", more("rss"));
}

/** Each order gets a failed try, a success and the success again, in any order, at any server. */
async function measureTwoServers() {
  const orders = isQuick ? 10 : 200;
  const url = await openDatabase();
  const shops = [await open({ url }), await open({ url })];
  const worker = start({ role: "worker", plugin: true, url, port: await findFreePort() });
  await once(worker, "message");
  const all = [];
  await eachOf(orders, 4, async (index) => void all.push(await startPayment(shops[index % 2])));
  const forms = Object.assign({}, ...(await Promise.all(shops.map(({ child }) => ask(child, "forms")))));
  const messages = all.flatMap(({ attemptId }) => {
    const sale = new URLSearchParams(forms[attemptId]);
    const success = createNotification(sale, attemptId);
    return [createNotification(sale, `F${attemptId}`, { returncode: "2" }), success, success];
  });
  const shuffled = messages.map((one) => ({ one, place: Math.random() })).sort((a, b) => a.place - b.place);
  let refused = 0;
  const startedAt = performance.now();
  await eachOf(shuffled.length, 16, async (index) => {
    if (!(await notify(shops[index % 2].origin, shuffled[index].one))) refused += 1;
  });
  const taken = performance.now() - startedAt;
  // The reply is OK once the evidence is stored. This process or the worker does the rest afterwards.
  const counts = await readRecordsWhenIdle(url);
  for (const child of [...shops.map((shop) => shop.child), worker]) await end(child);
  console.log(
    `\n# Two servers, one worker, one database: ${orders} orders, three notifications each, in any order\n`,
  );
  console.log(
    `${(shuffled.length / (taken / 1000)).toFixed(0)} notifications a second, ${refused} not answered OK`,
  );
  expectCounts(counts, { settled: orders, payments: orders, orphaned: 0 });
}

/** Returns the records when nothing is under way any more, or after two minutes. */
async function readRecordsWhenIdle(url) {
  const end = performance.now() + 120_000;
  for (;;) {
    const records = await readHostRecords(url);
    if (records.undone + records.unprocessed === 0 || performance.now() > end) return records;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function readHostRecords(url) {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`SELECT
    (SELECT count(*)::int FROM "order" WHERE state = 'PaymentSettled') AS settled,
    (SELECT count(*)::int FROM payment) AS payments,
    (SELECT count(*)::int FROM payment WHERE "orderId" IS NULL) AS orphaned,
    (SELECT count(*)::int FROM stock_movement WHERE type = 'ALLOCATION') AS allocations,
    (SELECT count(*)::int FROM pay_index_job WHERE status <> 'completed' AND kind = 'place-order') AS undone,
    (SELECT count(*)::int FROM pay_index_notification WHERE processed = 0) AS unprocessed`);
  await client.end();
  return rows[0];
}

async function expectHostRecords(url, expected) {
  const found = await readHostRecords(url);
  expectCounts(found, { orphaned: 0, allocations: expected.settled, undone: 0, ...expected });
}

const server = await startPostgres({ durable: !isQuick });
const measurements = {
  settling: measurePlacing,
  renewal: measureRenewal,
  fifty: measureFiftyCopies,
  booting: measureBoot,
  "two-servers": measureTwoServers,
};
await runMeasurements(measurements, process.argv[2]).finally(() => server.stop());
process.exit();
