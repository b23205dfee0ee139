// 100,000 distinct notifications, each of them twice, through one gateway over a SQLite file: what stays in the process's heap,
// and whether the last ones cost more than early ones.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createGateway } from "@pay-index/core/adapter";
import { sqlite } from "@pay-index/sqlite";
import { nodePlatform } from "../packages/server/src/node-platform.ts";
import { isQuick, median, printFigure } from "./compare-sides.mjs";
import { measureHeap } from "./measure-heap.mjs";
import { createMemoryDiskFolder } from "./memory-disk-folder.mjs";
import { buyer, createOrderPort, createReceivedNotification } from "./shop.mjs";

const total = isQuick ? 500 : 100_000;
const warmUp = total / 100;
const folder = createMemoryDiskFolder();
const store = sqlite(join(folder, "shop.db"));

let form;
const gateway = createGateway({
  options: {
    gateway: "https://gateway.example",
    publicUrl: "https://shop.example/pay",
    merchants: [{ id: "10002", key: "sandbox-hosted-key" }],
    sandbox: true,
  },
  store,
  orders: createOrderPort(store),
  pages: { orderPage: () => "/", retryPage: () => "/" },
  platform: {
    ...nodePlatform,
    fetch: async (_url, { body }) => {
      form = new URLSearchParams(body);
      return new Response('{"status":1,"url":"https://gateway.example/page"}');
    },
  },
});

async function paidSale(index) {
  const money = { minor: 1999, currency: "USD" };
  await gateway.start({ variant: "hosted", reference: `order-${index}`, amount: money, buyer });
  return createReceivedNotification(form, index);
}

async function measureNotification(notification) {
  const started = performance.now();
  const { body } = await gateway.receive(notification);
  if (body !== "OK") throw new Error(`A notification was answered ${body}.`);
  return (performance.now() - started) * 1000;
}

const windows = [
  [total / 10, total / 10 + warmUp],
  [total - warmUp, total],
].map(([from, to]) => ({ from, to, distinct: [], repeats: [] }));

let before = 0;
for (let index = 0; index < total; index++) {
  if (index === warmUp) before = measureHeap();
  const notification = await paidSale(index);
  const [first, again] = [await measureNotification(notification), await measureNotification(notification)];
  const window = windows.find(({ from, to }) => index >= from && index < to);
  window?.distinct.push(first);
  window?.repeats.push(again);
}
const after = measureHeap();

console.log(`# Memory: ${total} distinct notifications and ${total} repeats, SQLite\n`);
for (const { from, to, distinct, repeats } of windows)
  console.log(
    `${from} to ${to}: ${median(distinct).toFixed(0)} µs each, a repeat ${median(repeats).toFixed(0)} µs (medians)`,
  );
console.log(`heap after ${warmUp}: ${before.toFixed(1)} MB, after ${total}: ${after.toFixed(1)} MB`);
const [early, late] = windows;
printFigure("memory-heap", after - before);
printFigure("memory-late", median(late.distinct) / median(early.distinct));
printFigure("memory-repeats", median(late.repeats) / median(early.repeats));
await gateway.close();
await store.close();
rmSync(folder, { recursive: true });
