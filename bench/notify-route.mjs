// The Express notify route beside a bare route that makes the same store calls (memory) or runs the same statements in the same
// transactions (SQLite, synchronous=FULL), as they were noted while pay-index handled the same sales. The shop is one process, autocannon another; each body is sent once.
// Or the route with traces and metrics beside the same route without.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { bareMemory, bareSqlite } from "./bare-notify-routes.mjs";
import { compareSides, isQuick, median, printBare, printFigure } from "./compare-sides.mjs";
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

/** Requests a second, over `amount` notifications that were not sent before, and the milliseconds of processor time for each. */
async function measureLoad(shop, amount) {
  const before = await shop.ask("time");
  const milliseconds = await sendNotifications(shop, { amount, connections });
  shop.cpu.push(((await shop.ask("time")).cpu - before.cpu) / amount);
  return amount / (milliseconds / 1000);
}

const inMemory = { store: "memory", rounds: isQuick ? 5 : 9, amount: isQuick ? 600 : 3000 };
const inSqlite = { store: "sqlite", rounds: isQuick ? 1 : 9, amount: isQuick ? 20 : 1000 };
const besideBare = ["pay-index", "bare"];
const settings = [
  { ...inMemory, key: "route-memory", bare: bareMemory, names: besideBare },
  { ...inSqlite, key: "route-sqlite", bare: bareSqlite, names: besideBare },
  { ...inSqlite, key: "telemetry", names: ["telemetry", "pay-index"] },
];
const wanted = process.argv[2];

for (const { store, key, names, bare, rounds, amount } of settings.filter(
  (each) => wanted === undefined || each.key === wanted,
)) {
  const warmUp = isQuick ? 2 : 3;
  const [ours, theirs] = await Promise.all(
    names.map((side) => openShop(side, store, (rounds + warmUp) * amount)),
  );
  console.log(`# Notify route, ${store}: ${names.join(" and ")}\n`);
  if (bare !== undefined) printBare(bare);
  const sides = Object.fromEntries(
    [ours, theirs].map((shop, index) => [names[index], () => measureLoad(shop, amount)]),
  );
  await compareSides(warmUp, sides);
  const result = await compareSides(rounds, sides);
  const [own, other] = [ours, theirs].map(({ cpu }) => cpu.slice(warmUp));
  for (const [index, costs] of [own, other].entries())
    console.log(
      `${names[index].padEnd(10)} ${result[names[index]].median.toFixed(0)} requests/s, ${(1000 * median(costs)).toFixed(0)} µs of processor each`,
    );
  printFigure(key, result[names[0]].ratio);
  printFigure(`${key}-processor`, median(own.map((cost, round) => other[round] / cost)));
  for (const shop of [ours, theirs])
    if (!(await shop.ask("end")).isRight) throw new Error("Not every order is paid.");
}
