// The notify route on MariaDB, through the store of the Vendure plugin, beside a bare route that runs the same statements in the same
// transactions. Each side is a process of its own, and each body is sent once. Vendure's own statements are in neither.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { createMariadbDatabase, isMariadbInstalled, startMariadb } from "@pay-index/embedded-postgres";
import express from "express";
import mysql from "mysql2";
import { compareSides, isQuick, printFigure } from "./compare-sides.mjs";
import { StepRecorder } from "./record-calls.mjs";
import { sendNotifications } from "./send-notifications.mjs";
import { createOptions, sell } from "./shop.mjs";

const connections = 10;
const warmUp = isQuick ? 1 : 3;
const rounds = isQuick ? 1 : 7;
const amount = isQuick ? 40 : 400;
const total = (rounds + warmUp) * amount;
const ofThePlugin = createRequire(new URL("../packages/vendure/package.json", import.meta.url));
const begin = "START TRANSACTION";
const createOrders = "CREATE TABLE IF NOT EXISTS orders (id VARCHAR(100) PRIMARY KEY, paid INTEGER)";
const payOrder = "INSERT INTO orders (id, paid) VALUES (?, 1) ON DUPLICATE KEY UPDATE paid = 1";

/** Express in front of the plugin's store. */
async function openShop(url) {
  const { createPayIndex } = await import("@pay-index/express");
  const { adaptEntities, pluginEntities, PayIndexPayment } = ofThePlugin("./dist/entities/entities.js");
  const { createVendureStore } = ofThePlugin("./dist/store/vendure-store.js");
  const { ConfigService, RequestContext, TransactionalConnection } = ofThePlugin("@vendure/core");
  const { TransactionWrapper } = ofThePlugin("@vendure/core/dist/connection/transaction-wrapper.js");
  adaptEntities("mariadb");
  const { DataSource } = ofThePlugin("typeorm");
  const options = { type: "mariadb", url, entities: pluginEntities, synchronize: true };
  const source = await new DataSource(options).initialize();
  await source.query(createOrders);
  const vendure = new TransactionalConnection(source, new TransactionWrapper(), new ConfigService());
  const own = createVendureStore(vendure);
  const transaction = (work) => own.transaction(RequestContext.empty(), work);
  const store = new Proxy(own, {
    get(target, name) {
      if (name === "transaction") return transaction;
      if (name === "close") return () => source.destroy();
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const onPaid = ({ payment, tx }) =>
    vendure.getRepository(tx, PayIndexPayment).manager.queryRunner.query(payOrder, [payment.reference]);
  return createPayIndex({ ...(await createOptions("memory")), store, onPaid });
}

function bareMariadb(app, pool, recordedSteps) {
  const form = express.urlencoded({ extended: false });
  app.post("/pay/notify/:order/:token", form, async ({ params: { order } }, response) => {
    await replay(pool, recordedSteps.get(order));
    response.type("text").send("OK");
  });
}

async function replay(pool, steps) {
  let client;
  for (const { text, values } of steps) {
    if (text === begin) client = await pool.getConnection();
    await (client ?? pool).query(text, values);
    if (text === "COMMIT") client = client.release();
  }
}

/** Notes what every connection runs from now on. Gives the function that ends it. */
function noteStatements(note) {
  const { query } = mysql.Connection.prototype;
  mysql.Connection.prototype.query = function (text, values, done) {
    if (typeof text === "string" && !text.startsWith("SET SESSION")) note({ text, values });
    return query.call(this, text, values, done);
  };
  return () => Object.assign(mysql.Connection.prototype, { query });
}

/** Lets pay-index do it once in another database, and then replays what it did. */
async function openBare(app, url) {
  const other = await createMariadbDatabase({ server: process.env.BENCH_SERVER });
  const pool = mysql.createPool({ uri: url, connectionLimit: connections }).promise();
  await (await openShop(url)).close();
  const pay = await openShop(other.url);
  const recorder = new StepRecorder();
  const stop = noteStatements(recorder.note);
  const { sales, notifications, recordedSteps } = await recorder.recordSales(pay, total);
  stop();
  await replay(pool, sales);
  bareMariadb(app, pool, recordedSteps);
  return notifications;
}

async function serve(side, url) {
  const app = express();
  let notifications;
  if (side === "bare") notifications = await openBare(app, url);
  else {
    const pay = await openShop(url);
    app.use("/pay", pay.router);
    notifications = await sell(pay, total);
  }
  const server = app.listen(0, "127.0.0.1", () =>
    process.send({ port: server.address().port, notifications }),
  );
  process.on("disconnect", () => process.exit());
}

async function measure() {
  const server = await startMariadb(
    isQuick ? {} : { settings: { "innodb-flush-method": "fsync", "innodb-doublewrite": "ON" } },
  );
  const open = async (side) => {
    const { url } = await createMariadbDatabase({ server: server.url });
    const child = fork(fileURLToPath(import.meta.url), [side, url], {
      env: { ...process.env, BENCH_SERVER: server.url },
    });
    const [{ port, notifications }] = await once(child, "message");
    return { url: `http://127.0.0.1:${port}`, queue: notifications, child, database: url };
  };
  const [bare, own] = [await open("bare"), await open("pay-index")];
  const rate = (shop) => async () =>
    amount / ((await sendNotifications(shop, { amount, connections })) / 1000);
  const sides = { "pay-index": rate(own), bare: rate(bare) };
  await compareSides(warmUp, sides);
  const result = await compareSides(rounds, sides);
  console.log("# Notify route, MariaDB\n");
  for (const [name, { median }] of Object.entries(result))
    console.log(`${name.padEnd(13)} ${median.toFixed(0)} requests/s`);
  printFigure("route-mariadb", result["pay-index"].ratio);
  for (const { database, child } of [bare, own]) {
    const client = await mysql.createConnection(database).promise();
    const [[{ paid }]] = await client.query("SELECT COUNT(*) AS paid FROM orders WHERE paid = 1");
    if (paid !== total) throw new Error(`${total - paid} orders are not paid.`);
    await client.end();
    child.disconnect();
  }
  await server.stop();
}

const [side, url] = process.argv.slice(2);
if (side !== undefined) await serve(side, url);
else if (isMariadbInstalled) await measure();
else console.log("MariaDB is not installed, so its notify route is not measured.");
