// The bare sides of notify-route.mjs: for each notification what pay-index asked of the store for it (record-calls.mjs), and nothing else.
// They check no sign, token, sum or repeat, and decide nothing.
import express from "express";

const form = express.urlencoded({ extended: false });

export function bareMemory(app, store, recordedSteps) {
  app.post("/pay/notify/:order/:token", form, async ({ params: { order } }, response) => {
    for (const { name, values } of recordedSteps.get(order)) await store[name](...values);
    store.orders.set(order, true);
    response.type("text").send("OK");
  });
}

export function bareSqlite(app, prepared, recordedSteps) {
  app.post("/pay/notify/:order/:token", form, ({ params: { order } }, response) => {
    for (const { connection, verb, text, values, changes } of recordedSteps.get(order)) {
      const result = prepared(connection, text)[verb](...values);
      if (result?.changes !== changes) throw new Error(`Not the same: ${text}`);
    }
    response.type("text").send("OK");
  });
}
