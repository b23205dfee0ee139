// Records the calls or statements that pay-index makes on its store for each sale and each notification, so that a bare side can repeat
// them with the same values and transactions, without deciding anything.
import { once } from "node:events";
import { request } from "node:http";
import { DatabaseSync } from "node:sqlite";
import express from "express";
import { openShop, sell } from "./shop.mjs";

/** Collects the steps that are noted while a shop sells and gets its notifications. */
export class StepRecorder {
  #steps = [];
  note = (step) => void this.#steps.push(step);

  /**
   * Starts so many sales, and sends each notification once.
   *
   * @returns the steps that all sales took, the notifications, and by gateway order ID the steps that each notification took
   */
  async recordSales(pay, count) {
    const notifications = await sell(pay, count);
    const server = express().use("/pay", pay.router).listen(0, "127.0.0.1");
    await once(server, "listening");
    const sales = this.#take();
    const recordedSteps = new Map();
    for (const notification of notifications) {
      await post(server.address().port, notification);
      recordedSteps.set(notification.path.split("/")[3], this.#take());
    }
    await new Promise((resolve) => server.close(resolve));
    return { sales, notifications, recordedSteps };
  }

  #take() {
    return this.#steps.splice(0);
  }
}

/** Records the calls on a memory store, or the statements on a file of SQLite. */
export async function recordCalls(storeName, file, count) {
  const recorder = new StepRecorder();
  const stop = storeName === "sqlite" ? noteStatements(recorder.note) : () => undefined;
  const watch = (store) => (storeName === "memory" ? noteCalls(store, recorder.note) : store);
  const pay = await openShop(storeName, file, { watch });
  const recorded = await recorder.recordSales(pay, count);
  stop();
  return recorded;
}

const recordedMethods = new Set([
  "load",
  "findAttempt",
  "commit",
  "receive",
  "claimJob",
  "completeJob",
  "retryJobLater",
]);

function noteCalls(store, note) {
  return new Proxy(store, {
    get(target, name) {
      const value = target[name];
      if (typeof value !== "function") return value;
      return (...values) => {
        if (recordedMethods.has(name)) note({ name, values });
        return value.apply(target, values);
      };
    },
  });
}

/** Records every connection that opens from now on, numbered in the order of their first statement. */
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

function post(port, { path, body }) {
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
