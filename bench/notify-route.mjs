// The Express notify route beside a bare route that makes the same store calls (memory) or runs the same statements in the same
// transactions (SQLite, synchronous=FULL), as they were noted while pay-index handled the same sales. The shop is one process, autocannon another; each body is sent once.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { bareMemory, bareSqlite } from "./bare-notify-routes.mjs";
import { compareSides, printBare, printFigure } from "./compare-sides.mjs";
import { sendNotifications } from "./send-notifications.mjs";

const connections = 10;

async function openShop(side, store, count) {
  const child = fork(fileURLToPath(new URL("./notify-route-server.mjs", import.meta.url)), [
    side,
    store,
    String(count),
  ]);
  child.once("exit", (code) => code && process.exit(code));
  const [{ port, notifications }] = await once(child, "message");
  const ask = async (question) => {
    const answer = once(child, "message");
    child.send(question);
    return (await answer)[0];
  };
  return { url: `http://127.0.0.1:${port}`, queue: [...notifications], ask, cpu: [] };
}

/** Requests a second, over `amount` notifications that were not sent before. */
async function measureLoad(shop, amount) {
  const before = await shop.ask("time");
  const milliseconds = await sendNotifications(shop, { amount, connections });
  shop.cpu.push(((await shop.ask("time")).cpu - before.cpu) / amount);
  return amount / (milliseconds / 1000);
}

const settings = [
  { store: "memory", bare: bareMemory, atLeast: 0.7, rounds: 9, amount: 3000 },
  { store: "sqlite", bare: bareSqlite, atLeast: 0.6, rounds: 9, amount: 1000 },
];
const wanted = process.argv[2];

for (const { store, bare, atLeast, rounds, amount } of settings.filter(
  (each) => wanted === undefined || each.store === wanted,
)) {
  const warmUp = 3;
  const [ours, theirs] = await Promise.all(
    ["pay-index", "bare"].map((side) => openShop(side, store, (rounds + warmUp) * amount)),
  );
  console.log(`# Notify route, ${store}\n`);
  printBare(bare);
  const sides = { "pay-index": () => measureLoad(ours, amount), bare: () => measureLoad(theirs, amount) };
  await compareSides(warmUp, sides);
  const result = await compareSides(rounds, sides);
  for (const [name, shop] of [
    ["pay-index", ours],
    ["bare", theirs],
  ]) {
    const processor = shop.cpu.slice(warmUp).toSorted((a, b) => a - b)[Math.floor(rounds / 2)];
    console.log(
      `${name.padEnd(10)} ${result[name].median.toFixed(0)} requests/s, ${processor.toFixed(0)} µs of processor each`,
    );
  }
  printFigure(`${store}: pay-index / bare`, result["pay-index"].ratio, { atLeast });
  for (const shop of [ours, theirs])
    if (!(await shop.ask("end")).isRight) throw new Error("Not every order is paid.");
}
