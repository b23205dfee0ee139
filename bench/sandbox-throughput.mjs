// 100,000 card sales through one sandbox with a data file, in a process of its own, from a shop that answers OK: how many a
// second, with their notifications delivered, and what stays in the sandbox's memory.
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { join } from "node:path";
import { isQuick, printFigure } from "./compare-sides.mjs";
import { createMemoryDiskFolder } from "./memory-disk-folder.mjs";

const total = isQuick ? 1000 : 100_000;
const warmUp = total / 20;
const inFlight = 32;

const folder = createMemoryDiskFolder();
const server = fork(new URL("sandbox-server.mjs", import.meta.url), [join(folder, "sandbox.db")]);
const [{ url }] = await once(server, "message");

let delivered = 0;
let waiter = { count: Number.POSITIVE_INFINITY, resolve: undefined };
const shop = createServer((incoming, response) => {
  incoming.resume();
  incoming.on("end", () => {
    response.end("OK");
    delivered += 1;
    if (delivered >= waiter.count) waiter.resolve();
  });
});
await new Promise((resolve) => shop.listen(0, "127.0.0.1", resolve));
const shopUrl = `http://127.0.0.1:${shop.address().port}`;

const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
const constant = {
  pay_memberid: "10001",
  pay_applydate: "2026-11-20 10:00:00",
  pay_bankcode: "901",
  pay_callbackurl: `${shopUrl}/return`,
  pay_amount: "42.50",
  pay_currency: "EUR",
  pay_url: "https://lamps.example",
  pay_firstname: "Ada",
  pay_lastname: "Lovelace",
  pay_country_iso_code_2: "GB",
  pay_email_address: "ada@example.com",
  pay_telephone: "2070000000",
  pay_ip: "127.0.0.1",
  pay_useragent: "bench",
  pay_language: "en",
  system: "other",
  pay_productname: '[{"productName":"Table lamp","price":"42.50","quantity":"1"}]',
  pay_cardno: "4242424242424242",
  pay_cardmonth: "12",
  pay_cardyear: "2099",
  pay_cardcvv: "123",
};
const signed = "amount applydate bankcode callbackurl memberid notifyurl orderid"
  .split(" ")
  .map((name) => `pay_${name}`);

function createSale(index) {
  const fields = { ...constant, pay_orderid: `BENCH${index}`, pay_notifyurl: `${shopUrl}/notify/${index}` };
  const text = signed.map((name) => `${name}=${fields[name]}&`).join("");
  const pay_md5sign = createHash("md5").update(`${text}key=sandbox-card-key`).digest("hex").toUpperCase();
  return new URLSearchParams({ ...fields, pay_md5sign }).toString();
}

function sell(index) {
  return new Promise((resolve, reject) => {
    const body = createSale(index);
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": Buffer.byteLength(body),
    };
    const sale = request(`${url}/pay_index`, { method: "POST", agent, headers }, (response) => {
      let answer = "";
      response.on("data", (chunk) => {
        answer += chunk;
      });
      response.on("end", () => (answer.startsWith('{"status":0') ? resolve() : reject(new Error(answer))));
    });
    sale.on("error", reject);
    sale.end(body);
  });
}

async function sellMany(from, to) {
  let next = from;
  const seller = async () => {
    while (next < to) await sell(next++);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: inFlight }, seller));
  if (delivered < to) {
    await new Promise((resolve) => {
      waiter = { count: to, resolve };
    });
  }
  return (1000 * (to - from)) / (performance.now() - started);
}

async function memory() {
  server.send("memory");
  const [found] = await once(server, "message");
  return found;
}

await sellMany(0, warmUp);
const before = await memory();
const early = await sellMany(warmUp, 2 * warmUp);
const middle = await sellMany(2 * warmUp, total - warmUp);
const late = await sellMany(total - warmUp, total);
const after = await memory();

console.log(`# Sandbox: ${total} card sales with a data file, notifications delivered\n`);
console.log(
  `sales a second: ${early.toFixed(0)} early, ${middle.toFixed(0)} on the way, ${late.toFixed(0)} at the end`,
);
for (const [name, at] of Object.entries({ [warmUp]: before, [total]: after })) {
  console.log(`after ${name}: heap ${at.heap.toFixed(1)} MB, resident ${at.rss.toFixed(0)} MB`);
}
printFigure("sandbox-rate", Math.min(early, middle, late));
printFigure("sandbox-heap", after.heap - before.heap);
server.kill();
await once(server, "exit");
agent.destroy();
shop.close();
rmSync(folder, { recursive: true });
