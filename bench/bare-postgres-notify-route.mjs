// The bare side of postgres-notify-route.mjs: for each notification the statements that pay-index ran for it, in the same transactions, with
// the same values, and nothing else.
import express from "express";
import { Client } from "pg";

const form = express.urlencoded({ extended: false });

export function barePostgres(app, pool, recordedSteps) {
  app.post("/pay/notify/:order/:token", form, async ({ params: { order } }, response) => {
    await replay(pool, recordedSteps.get(order));
    response.type("text").send("OK");
  });
}

export async function replay(pool, steps) {
  let client;
  for (const { text, values, name, rowCount } of steps) {
    if (text.startsWith("BEGIN")) client = await pool.connect();
    const result = await (client ?? pool).query({ text, values, name });
    if (result.rowCount !== rowCount) throw new Error(`Not the same: ${text}`);
    if (text === "COMMIT") client = client.release();
  }
}

/** Notes what every connection runs from now on. Gives the function that ends it. */
export function noteStatements(note) {
  const { query } = Client.prototype;
  Client.prototype.query = async function (statement, ...more) {
    const { name, text = statement, values = Array.isArray(more[0]) ? more[0] : [] } = statement;
    const result = await query.call(this, statement, ...more);
    note({ text, values, name, rowCount: result.rowCount });
    return result;
  };
  return () => Object.assign(Client.prototype, { query });
}
