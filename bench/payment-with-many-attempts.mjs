// Payments with many attempts. Each operation on a payment with 3,000 attempts is timed beside the same operation on a payment with 3,
// in turns, on SQLite and on Postgres: start, the three statuses, a failed and a paid notification, and the check for a result.
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { money } from "@pay-index/core";
import { noPaymentChanges } from "@pay-index/core/store";
import { createDatabase, startPostgres } from "@pay-index/embedded-postgres";
import { postgres } from "@pay-index/postgres";
import { sqlite } from "@pay-index/sqlite";
import { Pool } from "pg";
import { compareSides, isQuick, printFigure } from "./compare-sides.mjs";
import { buyer, createReceivedNotification, openGateway } from "./shop.mjs";

const many = isQuick ? 100 : 3000;
const few = 3;
const rounds = isQuick ? 1 : 9;
const ratios = [];
/** Notifications that are sent, and results that are looked for, of one payment in one round. */
const batch = 6;
const hour = 3_600_000;

function start({ gateway }, reference, minor) {
  return gateway.start({ reference, variant: "hosted", amount: money(minor, "USD"), buyer });
}

/** A payment whose earlier attempts have no result, and one review item for staff. */
async function openPayment(shop, store, { reference, attempts }) {
  const { attemptId } = await start(shop, reference, 999);
  const like = await store.findAttempt(attemptId);
  const { version } = await store.load({ tenant: "default", reference });
  const group = version + 1;
  const earlier = Array.from({ length: attempts - 1 }, (_, index) => ({
    ...like,
    attemptId: attemptIdAt(reference, index),
    number: index + 2,
    createdAt: new Date(shop.now - 10 * hour + index).toISOString(),
    noResultGroup: group,
  }));
  const newest = earlier.at(-1);
  const outcome = await store.commit({
    ...{ tenant: "default", reference, version },
    ...noPaymentChanges,
    attempts: earlier,
    jobs: earlier.map((attempt) => ({ job: completedCheck(attempt, like.createdAt) })),
    reviewItems: [noResultItem(newest, { group, count: earlier.length })],
  });
  if (outcome !== "committed") throw new Error("The attempts were not stored.");
  return reference;
}

function attemptIdAt(reference, index) {
  return createHash("sha256")
    .update(`${reference} ${index}`)
    .digest("hex")
    .replace(/\D/g, "")
    .padEnd(20, "7")
    .slice(0, 20);
}

function causeOf({ tenant, reference, attemptId, createdAt }, kind) {
  return { id: `${attemptId}/${kind}`, kind, tenant, reference, attemptId, dedupeKey: "", createdAt };
}

function completedCheck(attempt, at) {
  const cause = causeOf(attempt, "check-result");
  return { ...cause, dueAt: attempt.createdAt, tries: 0, status: "completed", outcome: { kind: "done", at } };
}

function noResultItem(attempt, noResult) {
  const problem = { code: "no_result", message: "-" };
  return { ...causeOf(attempt, "no-result"), status: "open", problem, noResult };
}

function notify({ gateway }, form, changes) {
  const fields = { datetime: "20260301120000", ...changes };
  return gateway.receive(createReceivedNotification(form, form.get("pay_orderid"), fields));
}

async function each(items, work) {
  const started = performance.now();
  for (const item of items) await work(item);
  return (performance.now() - started) / items.length;
}

/** Half of the attempts that a round starts get a failed notification, and half none. */
const indexes = Array.from({ length: 2 * batch }, (_, index) => index);

/** Milliseconds of each operation on the next of these payments, by name. The operations follow one another on it. */
async function measureOperations(shop, reference) {
  const { gateway } = shop;
  const first = shop.forms.length;
  const times = {};
  times.start = await each(indexes, (index) => start(shop, reference, 1000 + index));
  const forms = shop.forms.slice(first);
  times.status = await each(indexes, () => gateway.status({ reference }));
  times["buyer's status"] = await each(forms, (form) => {
    const [attemptId, token] = form.get("pay_callbackurl").split("/").slice(-2);
    return gateway.buyerStatus({ attemptId, token });
  });
  const { attempts } = await gateway.status({ reference });
  times["state of an attempt"] = await each(attempts.slice(-batch), ({ statusUrl }) => {
    const [attemptId, token] = statusUrl.split("/").slice(-2);
    return gateway.attemptState({ attemptId, token });
  });
  times["failed notification"] = await each(forms.slice(batch), (form) =>
    notify(shop, form, { returncode: "2" }),
  );
  shop.now += 2 * hour;
  times["check for a result"] = await each(forms.slice(0, batch), (form) =>
    gateway.retryReviewItem(`${form.get("pay_orderid")}/check-result`, { operator: { id: "bench" } }),
  );
  times["paid notification"] = await each([forms[0]], async (form) => {
    if ((await notify(shop, form, {})).body !== "OK") throw new Error("The notification was refused.");
  });
  if ((await gateway.status({ reference })).state !== "paid") throw new Error(`${reference} is not paid.`);
  return times;
}

async function compare(name, store) {
  const shop = openGateway(store);
  const queues = { [`${many} attempts`]: [], [`${few} attempts`]: [] };
  const [big, small] = Object.values(queues);
  for (let round = 0; round <= rounds; round++) {
    big.push(await openPayment(shop, store, { reference: `big-${round}`, attempts: many }));
    small.push(await openPayment(shop, store, { reference: `small-${round}`, attempts: few }));
  }
  const all = Object.fromEntries(Object.keys(queues).map((side) => [side, []]));
  const next = (side) => async () => {
    shop.now += 2 * hour;
    all[side].push(await measureOperations(shop, queues[side].pop()));
    return 1;
  };
  const sides = Object.fromEntries(Object.keys(queues).map((side) => [side, next(side)]));
  for (const side of Object.values(sides)) await side();
  for (const measured of Object.values(all)) measured.length = 0;
  await compareSides(rounds, sides);
  const [manyTimes, fewTimes] = Object.values(all);
  for (const operation of Object.keys(manyTimes[0]))
    await printOperation(`${name}, ${operation}`, operation, [manyTimes, fewTimes]);
  await shop.gateway.close();
}

async function printOperation(title, operation, [manyTimes, fewTimes]) {
  const left = [...manyTimes];
  const right = [...fewTimes];
  const measured = await compareSides(left.length, {
    many: async () => left.pop()[operation],
    few: async () => right.pop()[operation],
  });
  console.log(
    `${title}: ${measured.many.median.toFixed(2)} ms with ${many} attempts, ${measured.few.median.toFixed(2)} ms with ${few}, ${measured.many.ratio.toFixed(2)} times`,
  );
  ratios.push(measured.many.ratio);
}

const folder = await mkdtemp(join(tmpdir(), "pay-index-bench-"));
const file = sqlite(join(folder, "shop.db"));
await compare("SQLite", file);
await file.close?.();
await rm(folder, { recursive: true });

const server = await startPostgres({ durable: !isQuick });
const { url } = await createDatabase({ server: server.url });
const pool = new Pool({ connectionString: url });
await compare("Postgres", postgres(pool));
printFigure("attempts", Math.max(...ratios));
await pool.end();
await server.stop();
