// 100,000 distinct notifications, each of them twice, through one gateway over a SQLite file: what stays in the process's heap,
// and whether the last ones cost more than early ones.
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createGateway } from "@pay-index/core/adapter";
import { sqlite } from "@pay-index/sqlite";
import { nodePlatform } from "../packages/server/src/node-platform.ts";
import { median, printFigure } from "./compare-sides.mjs";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

const total = 100_000;
const warmUp = 1000;
const key = "sandbox-hosted-key";
// The file is on a memory disk where there is one: this bench is about the process, and half a million commits wait long for a disk.
const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "pay-index-bench-"));
const store = sqlite(join(folder, "shop.db"));

let form;
const gateway = createGateway({
  options: {
    gateway: "https://gateway.example",
    publicUrl: "https://shop.example/pay",
    merchants: [{ id: "10002", key }],
    sandbox: true,
  },
  store,
  orders: {
    placeOrder: async ({ complete }) => {
      await store.transaction((tx) => complete(tx));
      return { done: true };
    },
  },
  pages: { orderPage: () => "/", retryPage: () => "/" },
  platform: {
    ...nodePlatform,
    fetch: async (_url, { body }) => {
      form = new URLSearchParams(body);
      return new Response('{"status":1,"url":"https://gateway.example/page"}');
    },
  },
});

const buyer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@shop.example",
  phone: "5550100",
  country: "GB",
  ip: "192.0.2.7",
  userAgent: "Mozilla/5.0",
};

async function paidSale(index) {
  const money = { minor: 1999, currency: "USD" };
  await gateway.start({ variant: "hosted", reference: `order-${index}`, amount: money, buyer });
  const fields = {
    memberid: "10002",
    orderid: form.get("pay_orderid"),
    amount: "19.99",
    true_amount: "19.99",
    currency: "USD",
    transaction_id: `T${index}`,
    returncode: "00",
    datetime: "20261120100000",
  };
  const names = Object.keys(fields).sort();
  const text = names.map((name) => `${name}=${fields[name]}&`).join("");
  const sign = createHash("md5").update(`${text}key=${key}`).digest("hex").toUpperCase();
  const [attemptId, token] = form.get("pay_notifyurl").split("/").slice(-2);
  const bytes = Buffer.from(new URLSearchParams({ ...fields, sign }).toString());
  return {
    attemptId,
    token,
    body: { kind: "raw", bytes, contentType: "application/x-www-form-urlencoded" },
  };
}

async function measureNotification(notification) {
  const started = performance.now();
  const { body } = await gateway.receive(notification);
  if (body !== "OK") throw new Error(`A notification was answered ${body}.`);
  return (performance.now() - started) * 1000;
}

function heap() {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1_000_000;
}

const windows = [
  [10_000, 11_000],
  [total - 1000, total],
].map(([from, to]) => ({ from, to, distinct: [], repeats: [] }));

let before = 0;
for (let index = 0; index < total; index++) {
  if (index === warmUp) before = heap();
  const notification = await paidSale(index);
  const [first, again] = [await measureNotification(notification), await measureNotification(notification)];
  const window = windows.find(({ from, to }) => index >= from && index < to);
  window?.distinct.push(first);
  window?.repeats.push(again);
}
const after = heap();

console.log(`# Memory: ${total} distinct notifications and ${total} repeats, SQLite\n`);
for (const { from, to, distinct, repeats } of windows)
  console.log(
    `${from} to ${to}: ${median(distinct).toFixed(0)} µs each, a repeat ${median(repeats).toFixed(0)} µs (medians)`,
  );
console.log(`heap after ${warmUp}: ${before.toFixed(1)} MB, after ${total}: ${after.toFixed(1)} MB`);
const [early, late] = windows;
printFigure("heap growth in MB", after - before, { atMost: 10 });
printFigure("distinct, last / early", median(late.distinct) / median(early.distinct), { atMost: 1.3 });
printFigure("repeats, last / early", median(late.repeats) / median(early.repeats), { atMost: 1.3 });
await gateway.close();
await store.close();
rmSync(folder, { recursive: true });
