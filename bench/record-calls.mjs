// What pay-index asks of its store while it sells and hears of it, one notification after the other, noted so that a bare side
// can ask for the same: the same calls or statements, values and transactions, without deciding anything.
import { once } from "node:events";
import { request } from "node:http";
import { DatabaseSync } from "node:sqlite";
import express from "express";
import { openShop, sell } from "./shop.mjs";

/** @returns the steps that all sales took, the notifications, and by gateway order ID the steps that each notification took */
export async function recordCalls(storeName, file, count) {
  let steps = [];
  const note = (step) => steps.push(step);
  const stop = storeName === "sqlite" ? noteStatements(note) : () => undefined;
  const pay = await openShop(storeName, file, (store) =>
    storeName === "memory" ? noteCalls(store, note) : store,
  );
  const notifications = await sell(pay, count);
  const sales = steps;
  const heard = new Map();
  const server = express().use("/pay", pay.router).listen(0, "127.0.0.1");
  await once(server, "listening");
  for (const notification of notifications) {
    steps = [];
    await post(server.address().port, notification);
    heard.set(notification.path.split("/")[3], steps);
  }
  await new Promise((resolve) => server.close(resolve));
  stop();
  return { sales, notifications, heard };
}

const asked = new Set(["book", "find", "commit", "receive", "claim", "finish", "postpone"]);

function noteCalls(store, note) {
  return new Proxy(store, {
    get(target, name) {
      const value = target[name];
      if (typeof value !== "function") return value;
      return (...values) => {
        if (asked.has(name)) note({ name, values });
        return value.apply(target, values);
      };
    },
  });
}

/** Of every connection that is opened from now on, numbered in the order in which they speak. */
function noteStatements(note) {
  const { prepare, exec } = DatabaseSync.prototype;
  const connections = [];
  const numberOf = (database) => {
    if (!connections.includes(database)) connections.push(database);
    return connections.indexOf(database);
  };
  DatabaseSync.prototype.exec = function (text) {
    note({ connection: numberOf(this), verb: "exec", text, values: [] });
    return exec.call(this, text);
  };
  DatabaseSync.prototype.prepare = function (text) {
    const statement = prepare.call(this, text);
    const run =
      (verb) =>
      (...values) => {
        const result = statement[verb](...values);
        note({ connection: numberOf(this), verb, text, values, changes: result?.changes });
        return result;
      };
    return { all: run("all"), get: run("get"), run: run("run") };
  };
  return () => Object.assign(DatabaseSync.prototype, { prepare, exec });
}

export function post(port, { path, body }) {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return new Promise((resolve, reject) => {
    const sending = request({ port, path, method: "POST", headers }, (response) => {
      response.resume().on("end", resolve);
      if (response.statusCode !== 200)
        reject(new Error(`A notification was answered ${response.statusCode}.`));
    });
    sending.on("error", reject).end(body);
  });
}
