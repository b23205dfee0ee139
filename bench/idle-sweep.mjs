// An idle sweep on SQLite, while another program writes to the same file and while none does. A shop's own logins and
// carts are such writers.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqlite } from "@pay-index/sqlite";
import { compareSides, expectCounts, isQuick, printFigure } from "./compare-sides.mjs";

const sweeps = 200;
const folder = await mkdtemp(join(tmpdir(), "pay-index-bench-"));
const path = join(folder, "shop.db");
const store = sqlite(path);
const writer = new DatabaseSync(path);
let refused = 0;

/** What a sweep asks of its store. */
async function sweep() {
  const now = new Date();
  const lease = { token: "bench", until: new Date(now.getTime() + 30_000) };
  try {
    await store.listPendingPayments(now, 50);
    await store.claimDueJobs({ now, lease }, 1);
    await store.deleteProcessedNotifications(now, 1000);
  } catch {
    refused += 1;
  }
}

const timed = (work) => async () => {
  const startedAt = performance.now();
  for (let index = 0; index < sweeps; index++) await work();
  return ((performance.now() - startedAt) * 1000) / sweeps;
};

await sweep();
const result = await compareSides(isQuick ? 1 : 11, {
  "while another writes": async () => {
    writer.exec("BEGIN IMMEDIATE");
    const taken = await timed(sweep)();
    writer.exec("ROLLBACK");
    return taken;
  },
  alone: timed(sweep),
});
await store.close();
writer.close();
await rm(folder, { recursive: true });
console.log("# An idle sweep on SQLite\n");
for (const [name, { median }] of Object.entries(result))
  console.log(`${name.padEnd(21)} ${median.toFixed(0)} µs`);
expectCounts({ "refused sweeps": refused }, { "refused sweeps": 0 });
printFigure("idle-sweep", result["while another writes"].ratio);
