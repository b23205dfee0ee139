// The notify route of a framework beside a bare route that makes the same store calls (memory) or runs the same statements in the same
// transactions (SQLite, synchronous=FULL), as they were noted while pay-index handled the same sales. The shop is one process, autocannon another; each body is sent once.
// Or the route with traces and metrics beside the same route without. The adapters also run beside pay-index without a framework.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { bareMemory, bareSqlite } from "./bare-notify-routes.mjs";
import { compareSides, isQuick, median, printBare, printFigure } from "./compare-sides.mjs";
import { buildNextApp } from "./frameworks.mjs";
import { sendNotifications } from "./send-notifications.mjs";

const connections = 10;

async function openShop(side, { store, framework = "express" }, count) {
  const file = fileURLToPath(new URL("./notify-route-server.mjs", import.meta.url));
  // Next.js has one set of payments for its pages and its routes in production only.
  const env = framework === "next" ? { ...process.env, NODE_ENV: "production" } : process.env;
  const child = fork(file, [side, store, framework, String(count)], { env });
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
const adapter = { ...inMemory, bare: bareMemory, names: ["pay-index", "server", "bare"] };
const settings = [
  { ...adapter, key: "route-memory" },
  { ...adapter, key: "route-hono", framework: "hono" },
  { ...adapter, key: "route-fastify", framework: "fastify" },
  // Next.js itself takes several times as long as pay-index.
  { ...adapter, key: "route-next", framework: "next", names: besideBare },
  { ...inSqlite, key: "route-sqlite", bare: bareSqlite, names: besideBare },
  { ...inSqlite, key: "telemetry", names: ["telemetry", "pay-index"] },
];
const wanted = process.argv[2];

for (const setting of settings.filter((each) => wanted === undefined || each.key === wanted)) {
  const { store, framework, key, names, bare, rounds, amount } = setting;
  if (framework === "next") await buildNextApp();
  const warmUp = isQuick ? 2 : 3;
  const shops = await Promise.all(names.map((side) => openShop(side, setting, (rounds + warmUp) * amount)));
  console.log(`# Notify route, ${key}, ${store}: ${names.join(" and ")}\n`);
  if (bare !== undefined) printBare(bare);
  const sides = Object.fromEntries(
    names.map((name, index) => [name, () => measureLoad(shops[index], amount)]),
  );
  await compareSides(warmUp, sides);
  const result = await compareSides(rounds, sides);
  const costs = shops.map(({ cpu }) => cpu.slice(warmUp));
  for (const [index, name] of names.entries())
    console.log(
      `${name.padEnd(10)} ${result[name].median.toFixed(0)} requests/s, ${(1000 * median(costs[index])).toFixed(0)} µs of processor each`,
    );
  const processorRatio = (other) => median(costs[0].map((cost, round) => other[round] / cost));
  printFigure(key, result[names[0]].ratio);
  printFigure(`${key}-processor`, processorRatio(costs.at(-1)));
  if (names.includes("server")) printFigure(`${key}-adapter`, processorRatio(costs[1]));
  for (const shop of shops) if (!(await shop.ask("end")).isRight) throw new Error("Not every order is paid.");
}
