import { PgBoss } from "pg-boss";
import { expect, onTestFinished, test, vi } from "vitest";
import { pgBossTick } from "../src/pg-boss.ts";
import { createEmptyDatabase, createPool } from "./temporary-postgres.ts";
import { closeShops, TestShop } from "./test-shop.ts";

/** No turn comes by itself while a test counts them. */
const yearly = "0 0 1 1 *";

/** As a process of its own would have it. */
async function openBoss(url: string): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: url, max: 3 });
  boss.on("error", () => undefined);
  await boss.start();
  onTestFinished(() => boss.stop({ graceful: false, close: true }));
  return boss;
}

test("one of many processes sweeps in each turn", async () => {
  const url = await createEmptyDatabase();
  const bosses = await Promise.all([openBoss(url), openBoss(url), openBoss(url)]);
  const sweeps = bosses.map(() => vi.fn(async () => undefined));
  const stops = await Promise.all(
    bosses.map((boss, index) => pgBossTick(boss, { cron: yearly })(sweeps[index]!)),
  );
  const turns = () => sweeps.reduce((sum, sweep) => sum + sweep.mock.calls.length, 0);
  // The clock of pg-boss looks once a minute; this is what it does then.
  await bosses[0]?.send("pay-index-sweep");
  await vi.waitFor(() => expect(turns()).toBe(1), { timeout: 10_000 });
  await Promise.all(stops.map((stop) => stop()));
  expect(turns()).toBe(1);
});

test("by default a turn takes a minute", async () => {
  const boss = await openBoss(await createEmptyDatabase());
  const stop = await pgBossTick(boss)(async () => undefined);
  expect(await boss.getSchedules("pay-index-sweep")).toMatchObject([{ cron: "* * * * *" }]);
  await stop();
});

test("a tick that fails is reported to onEvent, and the next tick runs", async () => {
  const url = await createEmptyDatabase();
  const boss = await openBoss(url);
  const shop = await TestShop.open({
    options: { tick: pgBossTick(boss, { cron: yearly }), tickEvery: undefined as never },
  });
  onTestFinished(closeShops);
  const told = () => shop.events.map(({ event }) => event);
  shop.store.down = true;
  await boss.send("pay-index-sweep");
  await vi.waitFor(() => expect(told()).toContain("tick-failed"), { timeout: 10_000 });
  shop.store.down = false;
  const swept = vi.spyOn(shop.store, "deleteProcessedNotifications");
  await boss.send("pay-index-sweep");
  await vi.waitFor(() => expect(swept).toHaveBeenCalled(), { timeout: 10_000 });
  const { rows } = await createPool(url).query(
    "SELECT DISTINCT retry_count FROM pgboss.job WHERE name = 'pay-index-sweep'",
  );
  expect(rows).toEqual([{ retry_count: 0 }]);
});
