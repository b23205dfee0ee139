// The Express notify route on Postgres, beside a bare route that runs the same statements in the same transactions, and one
// process of it beside two. The server is a real one that waits for the disk; each body is sent once.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createDatabase, startPostgres } from "@pay-index/embedded-postgres";
import { Client } from "pg";
import { barePostgres, replay } from "./bare-postgres-notify-route.mjs";
import { compareSides, isQuick, printFigure } from "./compare-sides.mjs";
import { sendNotifications } from "./send-notifications.mjs";

const connections = 10;
const warmUp = isQuick ? 1 : 3;
const rounds = isQuick ? 1 : 7;
const amount = isQuick ? 40 : 400;

const server = await startPostgres({ durable: !isQuick });
const total = (rounds + warmUp) * amount;

async function openShop(side, url, count = total) {
  const file = fileURLToPath(new URL("./postgres-notify-route-server.mjs", import.meta.url));
  const child = fork(file, [side, String(count)], { env: { ...process.env, DATABASE_URL: url } });
  const [{ port, notifications }] = await once(child, "message");
  return { url: `http://127.0.0.1:${port}`, queue: notifications, child };
}

/** Two processes on one database: each gets the notifications of half the sales, whichever process started them. */
async function openPair(url) {
  const [left, right] = [await openShop("pay-index", url), await openShop("pay-index", url, 0)];
  right.queue.push(...left.queue.splice(0, total / 2));
  return [left, right];
}

/** Requests a second, through as many sockets whether it is one shop or two. */
async function measureRate(...shops) {
  const share = shops.length;
  const times = await Promise.all(
    shops.map((shop) =>
      sendNotifications(shop, { amount: amount / share, connections: connections / share }),
    ),
  );
  return amount / (Math.max(...times) / 1000);
}

const urls = await Promise.all([1, 2, 3].map(async () => (await createDatabase({ server: server.url })).url));
const bare = await openShop("bare", urls[0]);
const one = await openShop("pay-index", urls[1]);
const pair = await openPair(urls[2]);
const source = [barePostgres, replay].join("\n\n").replace(/^/gm, "    ");
console.log(`# Notify route, Postgres\n\nThe bare side:\n\n${source}\n`);
const sides = {
  "two processes": () => measureRate(...pair),
  "pay-index": () => measureRate(one),
  bare: () => measureRate(bare),
};
await compareSides(warmUp, sides);
const result = await compareSides(rounds, sides);
for (const [name, { median }] of Object.entries(result))
  console.log(`${name.padEnd(13)} ${median.toFixed(0)} requests/s`);
printFigure("route-postgres", result["pay-index"].ratio);
printFigure("two-processes", result["two processes"].ratio / result["pay-index"].ratio);
for (const url of urls) {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT COUNT(*)::int AS paid FROM orders WHERE paid = 1");
  if (rows[0].paid !== total) throw new Error(`${total - rows[0].paid} orders are not paid.`);
  await client.end();
}
for (const { child } of [bare, one, ...pair]) child.disconnect();
await server.stop();
