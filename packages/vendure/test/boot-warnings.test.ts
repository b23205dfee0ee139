import { expect, test } from "vitest";
import { boot } from "./shop/boot.mts";

const database = { kind: "sqljs" } as const;

test("a shop without a scheduler boots, and is told that nothing is tried again, and what to do", async () => {
  const { code, said } = await boot(database, {}, { isEmpty: true });
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining("booted") });
  expect(said).toMatch(
    /PayIndex.* scheduler_missing: .* Add DefaultSchedulerPlugin\.init\(\) to the plugins\./,
  );
}, 60_000);

test("a shop with a scheduler is told nothing of it", async () => {
  const { code, said } = await boot(database, {}, { isEmpty: true, hasScheduler: true });
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining("booted") });
  expect(said).not.toContain("scheduler_missing");
}, 60_000);
