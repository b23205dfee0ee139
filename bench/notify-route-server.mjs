// One shop in a process of its own, for notify-route.mjs: `pay-index`, `telemetry` (with traces and metrics) or `bare`, over `memory` or `sqlite`. It starts the sales that
// will be paid, listens, and tells the parent its port and the notifications to send.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import express from "express";
import { bareMemory, bareSqlite } from "./bare-notify-routes.mjs";
import { processorTime } from "./compare-sides.mjs";
import { recordCalls } from "./record-calls.mjs";
import { openShop, ShopMemory, sell } from "./shop.mjs";
import { startTelemetry } from "./start-telemetry.mjs";

const [side, storeName, count] = [process.argv[2], process.argv[3], Number(process.argv[4])];
const folder = mkdtempSync(join(tmpdir(), "pay-index-bench-"));
const app = express();
const { notifications, check } = await (side === "bare" ? openBare() : openPayIndex());

async function openPayIndex() {
  const options = side === "telemetry" ? { telemetry: startTelemetry() } : {};
  const pay = await openShop(storeName, join(folder, "shop.db"), { options });
  const notifications = await sell(pay, count);
  app.use("/pay", pay.router);
  const states = () =>
    Promise.all(notifications.map((_, index) => pay.status({ reference: `order-${index}` })));
  return { notifications, check: async () => (await states()).every(({ state }) => state === "paid") };
}

async function openBare() {
  const { sales, notifications, recordedSteps } = await recordCalls(
    storeName,
    join(folder, "recorded.db"),
    count,
  );
  if (storeName === "memory") {
    const store = new ShopMemory();
    for (const { name, values } of sales) await store[name](...values);
    bareMemory(app, store, recordedSteps);
    return { notifications, check: async () => store.orders.size === count };
  }
  const prepared = statementsOf(join(folder, "bare.db"));
  for (const { connection, verb, text, values } of sales) prepared(connection, text)[verb](...values);
  bareSqlite(app, prepared, recordedSteps);
  const paid = () => prepared(0, "SELECT count(*) AS paid FROM orders").get();
  return { notifications, check: async () => paid().paid === count };
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

const server = app.listen(0, "127.0.0.1", () => process.send({ port: server.address().port, notifications }));
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
