// One shop in a process of its own, for postgres-notify-route.mjs: `pay-index` or `bare`, over the database of DATABASE_URL. It starts the
// sales that will be paid, listens, and tells the parent its port and the notifications to send.
import { createDatabase } from "@pay-index/embedded-postgres";
import express from "express";
import { Pool } from "pg";
import { barePostgres, noteStatements, replay } from "./bare-postgres-notify-route.mjs";
import { StepRecorder } from "./record-calls.mjs";
import { openShop, sell } from "./shop.mjs";

const [side, count] = [process.argv[2], Number(process.argv[3])];
const { DATABASE_URL } = process.env;
const app = express();
const notifications = await (side === "bare" ? openBare() : openPayIndex());

async function openPayIndex() {
  const pay = await openShop("postgres", DATABASE_URL);
  app.use("/pay", pay.router);
  return sell(pay, count);
}

/** Lets pay-index do it once in another database, and then replays what it did. */
async function openBare() {
  const other = await createDatabase({ server: DATABASE_URL });
  const pool = new Pool({ connectionString: DATABASE_URL });
  // The tables alone: what is replayed are the sales and the notifications.
  await (await openShop("postgres", DATABASE_URL)).close();
  const pay = await openShop("postgres", other.url);
  const recorder = new StepRecorder();
  const stop = noteStatements(recorder.note);
  const { sales, notifications, recordedSteps } = await recorder.recordSales(pay, count);
  stop();
  await replay(pool, sales);
  barePostgres(app, pool, recordedSteps);
  return notifications;
}

const server = app.listen(0, "127.0.0.1", () => process.send({ port: server.address().port, notifications }));
process.on("disconnect", () => process.exit());
