import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createDatabase } from "@pay-index/embedded-postgres";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { type CycleReport, expectedCycles } from "../../packages/core/test/properties/cycle-oracle.ts";
import {
  cycleReportOrders,
  notificationOf,
  observedCycles,
  plannedSale,
} from "../../packages/core/test/properties/cycle-report-sequences.ts";
import { permutations } from "../../packages/core/test/properties/fact-sequences.ts";
import { openCycleShop } from "./open-cycle-shop.ts";

const processes = 3;
const start = "2026-03-01T12:00:00.000Z";

/** One database, the shop that sells, and more processes of it that hear. */
async function openShop() {
  const { url, drop } = await createDatabase();
  let now = Date.parse(start);
  let form = new URLSearchParams();
  const shop = openCycleShop(url, {
    now: () => new Date(now),
    fetch: async (_, init) => {
      form = new URLSearchParams(String(init?.body));
      return Response.json({ status: 1, url: "https://gateway.test/page" });
    },
  });
  const hearer = new URL("cycle-receiver-process.ts", import.meta.url);
  const hearers = Array.from({ length: processes }, () => fork(hearer, [url, start], { execArgv: [] }));
  onTestFinished(async () => {
    for (const each of hearers) each.disconnect();
    await Promise.all(hearers.map((each) => once(each, "exit")));
    await shop.close();
    await drop();
  });
  await shop.store.transaction((tx) => tx.query("CREATE TABLE applied (key TEXT NOT NULL)"));
  await Promise.all(hearers.map((each) => once(each, "message")));
  const sells = async (reference: string) => {
    now = Date.parse(start);
    await shop.gateway.start(plannedSale(reference));
    return form;
  };
  /** What others at the same payment stopped, and what waits for the first payment: fewer tries than become an item. */
  const catchUp = async () => {
    for (let tries = 0; tries < 3; tries++) {
      now += 3_600_000;
      await shop.gateway.sweep();
    }
  };
  const applied = async () => {
    const { rows } = await shop.pool.query<{ key: string }>("SELECT key FROM applied");
    return rows.map(({ key }) => key);
  };
  return { ...shop, hearers, sells, catchUp, applied };
}

/** Each process hears what it is handed at once, without waiting for what came before. */
async function handOut(
  hearers: readonly ChildProcess[],
  telling: readonly CycleReport[],
  form: URLSearchParams,
) {
  const replies = hearers.map((hearer, place) => {
    const handed = telling.filter((_, index) => index % hearers.length === place);
    return new Promise<unknown[]>((resolve) => {
      const heard: unknown[] = [];
      const hear = (reply: unknown) => {
        if (heard.push(reply) < handed.length) return;
        hearer.off("message", hear);
        resolve(heard);
      };
      if (handed.length === 0) return resolve(heard);
      hearer.on("message", hear);
      for (const told of handed) hearer.send(notificationOf(told, form));
    });
  });
  return (await Promise.all(replies)).flat();
}

/** What it may come to: one thing, unless it is about a transaction or a gateway subscription ID that only the order of hearing decides. */
function possible(telling: readonly CycleReport[]) {
  const once = [...new Map(telling.map((told) => [JSON.stringify(told), told])).values()];
  return permutations(once).map((order) => expectedCycles(order));
}

/**
 * Five things, some more than once. All name our gateway subscription ID, for the one that is heard first would count; many name a transaction that
 * another cycle has too.
 */
const atOnce = cycleReportOrders.map((telling) => {
  const ours = telling.map((told) => ({
    ...told,
    subscription: "ours" as const,
    transaction: told.transaction.startsWith("another") ? "T1" : told.transaction,
  }));
  const five = new Set(ours.map((told) => JSON.stringify(told)).slice(0, 5));
  return ours.filter((told) => five.has(JSON.stringify(told)));
});

test(`cycles that ${processes} processes report to one Postgres at once get the same state as from one process (CYC-STATE, B-07, B-47, B-48)`, async () => {
  const { hearers, sells, catchUp, applied, store } = await openShop();
  let stories = 0;
  await fc.assert(
    fc.asyncProperty(atOnce, async (telling) => {
      const reference = `order-${++stories}`;
      const form = await sells(reference);
      // Each of it comes to every process: the busiest that a gateway's repeats can be.
      const all = Array.from({ length: processes }, () => telling).flat();
      const replies = await handOut(hearers, all, form);
      expect(new Set(replies)).toEqual(new Set(["200 OK"]));
      await catchUp();
      expect(possible(telling)).toContainEqual(await observedCycles(store, reference, await applied()));
    }),
    { numRuns: 40 },
  );
}, 120_000);
