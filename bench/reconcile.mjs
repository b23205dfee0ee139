// 10,000 open attempts that `reconcile` asks the sandbox about, on a SQLite file: what stays in the heap, and what a notification costs
// meanwhile.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createGateway } from "@pay-index/core/adapter";
import { sqlite } from "@pay-index/sqlite";
import { nodePlatform } from "../packages/server/src/node-platform.ts";
import { expectCounts, isQuick, median, printFigure } from "./compare-sides.mjs";
import { measureHeap } from "./measure-heap.mjs";
import { createMemoryDiskFolder } from "./memory-disk-folder.mjs";
import { buyer, createOrderPort, createReceivedNotification } from "./shop.mjs";

const attempts = isQuick ? 200 : 10_000;
/** Notifications in each period. They come in bursts: a process that waited between two of them would be slow to start again. */
const notifications = isQuick ? 50 : 1000;
const burst = isQuick ? 25 : 50;
const folder = createMemoryDiskFolder();

const cli = fileURLToPath(new URL("cli.js", import.meta.resolve("@pay-index/sandbox")));
const sandbox = spawn(process.execPath, [cli, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const [line] = await once(createInterface({ input: sandbox.stdout }), "line");
const sandboxUrl = /http:\S+/.exec(line)[0];

const store = sqlite(join(folder, "shop.db"));
const forms = [];
const gateway = createGateway({
  options: {
    gateway: sandboxUrl,
    publicUrl: "http://localhost:9/pay",
    merchants: [{ id: "10002", key: "sandbox-hosted-key" }],
    sandbox: true,
    operations: { query: { concurrency: 4, minimumGap: 0.01 } },
  },
  store,
  orders: createOrderPort(store),
  pages: { orderPage: () => "/", retryPage: () => "/" },
  platform: {
    ...nodePlatform,
    fetch: (url, request) => {
      if (request.body.includes("pay_amount")) forms.push(new URLSearchParams(request.body));
      return nodePlatform.fetch(url, request);
    },
  },
});

async function sell(count, name) {
  const from = forms.length;
  const amount = { minor: 1999, currency: "USD" };
  for (let index = 0; index < count; index++)
    await gateway.start({ variant: "hosted", reference: `${name}-${index}`, amount, buyer });
  return forms.slice(from);
}

/** Returns what a notification of these sales costs in the median burst, in µs. */
async function notify(sales) {
  const costs = [];
  for (let from = 0; from < sales.length; from += burst) {
    await pause(500);
    const requests = sales
      .slice(from, from + burst)
      .map((form) => createReceivedNotification(form, form.get("pay_orderid")));
    const startedAt = performance.now();
    for (const request of requests) {
      const { body } = await gateway.receive(request);
      if (body !== "OK") throw new Error(`A notification was answered ${body}.`);
    }
    costs.push(((performance.now() - startedAt) * 1000) / burst);
  }
  return median(costs);
}

await sell(attempts, "open");
const to = new Date();
const sales = [];
for (const name of ["before", "during", "after"]) sales.push(await sell(notifications, name));
forms.length = 0;
const before = await notify(sales[0]);
const findings = new Map();
const heaps = [];
const startedAt = performance.now();
const [, during] = await Promise.all([
  (async () => {
    let asked = 0;
    for await (const { finding } of gateway.reconcile({ from: new Date(0), to })) {
      findings.set(finding, (findings.get(finding) ?? 0) + 1);
      if (++asked === attempts / 10 || asked === attempts) heaps.push(measureHeap());
    }
  })(),
  notify(sales[1]),
]);
const seconds = (performance.now() - startedAt) / 1000;
const after = await notify(sales[2]);
const alone = (before + after) / 2;

console.log(`# reconcile: ${attempts} open attempts, 4 queries at a time, SQLite\n`);
console.log(`${seconds.toFixed(0)} s; findings: ${JSON.stringify(Object.fromEntries(findings))}`);
console.log(`a notification meanwhile ${during.toFixed(0)} µs, alone ${alone.toFixed(0)} µs (medians)`);
console.log(
  `heap after ${attempts / 10}: ${heaps[0].toFixed(1)} MB, after ${attempts}: ${heaps[1].toFixed(1)} MB`,
);
expectCounts({ "attempts that agree": findings.get("agrees") }, { "attempts that agree": attempts });
printFigure("reconcile-heap", heaps[1] - heaps[0]);
printFigure("reconcile", during / alone);
await gateway.close();
await store.close();
sandbox.kill();
rmSync(folder, { recursive: true });
