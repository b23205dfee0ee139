// One shop in a process of its own, for notify-route.mjs: `pay-index`, `server` (without a framework), `telemetry` (with traces and metrics) or
// `bare`, over `memory` or `sqlite`, on a framework of frameworks.mjs. It starts the sales that will be paid, listens, and tells the parent its port and the notifications to send.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { bareMemory, bareSqlite } from "./bare-notify-routes.mjs";
import { processorTime } from "./compare-sides.mjs";
import { frameworks } from "./frameworks.mjs";
import { recordCalls } from "./record-calls.mjs";
import { createOptions, ShopMemory, sell } from "./shop.mjs";
import { startTelemetry } from "./start-telemetry.mjs";

const [side, storeName, framework] = process.argv.slice(2);
const count = Number(process.argv[5]);
const folder = mkdtempSync(join(tmpdir(), "pay-index-bench-"));
const { listener, notifications, check } = await (side === "bare" ? openBare() : openPayIndex());

async function openPayIndex() {
  const options = side === "telemetry" ? { telemetry: startTelemetry() } : {};
  const { open } = frameworks[side === "server" ? "server" : framework];
  const { pay, listener } = await open(await createOptions(storeName, join(folder, "shop.db"), { options }));
  const notifications = await sell(pay, count);
  const states = () =>
    Promise.all(notifications.map((_, index) => pay.status({ reference: `order-${index}` })));
  const check = async () => (await states()).every(({ state }) => state === "paid");
  return { listener, notifications, check };
}

async function openBare() {
  const { bare } = frameworks[framework];
  const { sales, notifications, recordedSteps } = await recordCalls(
    storeName,
    join(folder, "recorded.db"),
    count,
  );
  if (storeName === "memory") {
    const store = new ShopMemory();
    for (const { name, values } of sales) await store[name](...values);
    const listener = await bare(bareMemory(store, recordedSteps));
    return { listener, notifications, check: async () => store.orders.size === count };
  }
  const prepared = statementsOf(join(folder, "bare.db"));
  for (const { connection, verb, text, values } of sales) prepared(connection, text)[verb](...values);
  const listener = await bare(bareSqlite(prepared, recordedSteps));
  const paid = () => prepared(0, "SELECT count(*) AS paid FROM orders").get();
  return { listener, notifications, check: async () => paid().paid === count };
}

/** By connection and text, each prepared once, when it is first needed. */
function statementsOf(file) {
  const databases = [];
  const known = new Map();
  return (connection, text) => {
    databases[connection] ??= new DatabaseSync(file);
    const key = `${connection} ${text}`;
    if (!known.has(key)) known.set(key, statementOf(databases[connection], text));
    return known.get(key);
  };
}

function statementOf(database, text) {
  let statement;
  const prepared = () => (statement ??= database.prepare(text));
  return {
    exec: () => database.exec(text),
    all: (...values) => prepared().all(...values),
    get: (...values) => prepared().get(...values),
    run: (...values) => prepared().run(...values),
  };
}

const server = createServer(listener).listen(0, "127.0.0.1", () =>
  process.send({ port: server.address().port, notifications }),
);
process.on("disconnect", () => process.exit());
process.on("message", async (message) => {
  if (message === "time") {
    process.send({ cpu: processorTime() });
    return;
  }
  const isRight = await check();
  rmSync(folder, { recursive: true });
  process.send({ isRight }, () => process.exit());
});
