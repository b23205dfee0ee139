// Declines on one attempt, as a card tester causes them on one payment page. In turns: a decline, a poll of the buyer's page and the staff
// status of an attempt with 3,000 declines and of one with 3, in processor time; the bytes that both store; and another order's success
// while declines arrive, beside one while none do.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { money } from "@pay-index/core";
import { createGateway } from "@pay-index/core/adapter";
import { sqlite } from "@pay-index/sqlite";
import { compareSides, isQuick, printFigure } from "./compare-sides.mjs";
import { buyer, createOrderPort, createReceivedNotification } from "./shop.mjs";

const many = isQuick ? 100 : 3000;
const few = 3;
const rounds = isQuick ? 1 : 15;
/** Operations of one side in one round. */
const batch = 8;
/** Declines that the gateway has under way at once. */
const underWay = 8;

const folder = await mkdtemp(join(tmpdir(), "pay-index-bench-"));
const store = sqlite(join(folder, "shop.db"));
const forms = new Map();
const gateway = createGateway({
  options: {
    gateway: "http://gateway.test",
    publicUrl: "http://shop.test/pay",
    sandbox: true,
    attemptsPerHour: 10_000,
    merchants: [{ id: "10002", key: "sandbox-hosted-key" }],
  },
  store,
  orders: createOrderPort(store),
  pages: { orderPage: () => "/order", retryPage: () => "/retry" },
  platform: {
    now: () => new Date(),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    randomBytes,
    fetch: async (_, { body }) => {
      const form = new URLSearchParams(String(body));
      forms.set(form.get("pay_orderid"), form);
      return Response.json({ status: 1, url: "https://gateway.test/page" });
    },
  },
});

let transactions = 0;

async function start(reference) {
  const { attemptId } = await gateway.start({
    reference,
    variant: "hosted",
    amount: money(999, "USD"),
    buyer,
  });
  return { reference, form: forms.get(attemptId), attemptId };
}

async function notify({ form }, fields) {
  const more = { datetime: "20260301120000", ...fields };
  const reply = await gateway.receive(createReceivedNotification(form, transactions++, more));
  if (reply.body !== "OK") throw new Error("The notification was refused.");
}

const decline = (attempt) => notify(attempt, { returncode: "2" });

async function declined(reference, count) {
  const attempt = await start(reference);
  for (let index = 0; index < count; index++) await decline(attempt);
  return attempt;
}

function poll({ form }) {
  const [attemptId, token] = form.get("pay_callbackurl").split("/").slice(-2);
  return gateway.buyerStatus({ attemptId, token });
}

/** Milliseconds of processor time of one run. */
async function processorTime(run) {
  const before = process.cpuUsage();
  for (let index = 0; index < batch; index++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / batch;
}

async function printProcessorTimes(name, run) {
  const small = [];
  for (let index = 0; index < (rounds + 1) * batch; index++)
    small.push(await declined(`small-${name}-${index}`, few - 1));
  const sides = {
    many: () => processorTime(() => run(flooded)),
    // Each run gets an attempt of its own, so that none has more than a few declines.
    few: () => processorTime(() => run(small.pop())),
  };
  for (const side of Object.values(sides)) await side();
  const measured = await compareSides(rounds, sides);
  const [a, b] = [measured.many, measured.few].map(({ median }) => median.toFixed(2));
  console.log(`${name}: ${a} ms of processor time after ${many} declines, ${b} ms after ${few}`);
  printFigure(name, measured.many.ratio);
}

/** Milliseconds until another order's success has its reply, while these attempts get a decline each. */
async function successDuring(attempts) {
  const other = await start(`other-${transactions}`);
  const running = attempts.map(decline);
  const started = performance.now();
  await notify(other, {});
  const milliseconds = performance.now() - started;
  await Promise.all(running);
  return milliseconds;
}

async function printSuccesses() {
  const others = [];
  for (let index = 0; index < underWay; index++) others.push(await declined(`own-${index}`, 0));
  const sides = {
    flood: () => successDuring(others.map(() => flooded)),
    idle: () => successDuring([]),
    traffic: () => successDuring(others),
  };
  for (const side of Object.values(sides)) await side();
  const measured = await compareSides(rounds, sides);
  const times = Object.entries(measured).map(([side, { median }]) => `${side} ${median.toFixed(2)} ms`);
  console.log(`another order's success with ${underWay} declines under way: ${times.join(", ")}`);
  printFigure("other-order", measured.flood.ratio);
}

function storedBytes(attemptId) {
  const file = new DatabaseSync(join(folder, "shop.db"), { readOnly: true });
  const { bytes } = file
    .prepare("SELECT length(record) AS bytes FROM pay_index_attempt WHERE attempt_id = ?")
    .get(attemptId);
  file.close();
  return bytes;
}

const flooded = await declined("flooded", many);
const small = await declined("small", few);
console.log(
  `stored of the attempt: ${storedBytes(flooded.attemptId)} bytes after ${many} declines, ${storedBytes(small.attemptId)} after ${few}`,
);
await printProcessorTimes("decline", decline);
await printProcessorTimes("poll", poll);
await printProcessorTimes("staff-status", ({ reference }) => gateway.status({ reference }));
await printSuccesses();
await gateway.close();
await store.close();
await rm(folder, { recursive: true });
