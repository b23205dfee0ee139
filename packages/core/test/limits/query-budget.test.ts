import { expect, test } from "vitest";
import { QueryBudget } from "../../src/limits/query-budget.ts";
import type { Platform } from "../../src/platform.ts";

const answered = async () => ({ outcome: "reported" });
const silence = async () => ({ outcome: "unknown", reason: "timeout" });

/** A budget with a clock that the test moves. Waits end at once, and are listed in milliseconds. */
function openBudget() {
  const waits: number[] = [];
  const clock = { now: 10_000_000 };
  const platform = {
    now: () => new Date(clock.now),
    after: (milliseconds: number, run: () => void) => {
      waits.push(milliseconds);
      queueMicrotask(run);
      return () => undefined;
    },
  } as Platform;
  return { budget: new QueryBudget(platform, new AbortController().signal), clock, waits };
}

test("a clock that is set back does not make a query wait longer than the queries before it", async () => {
  const { budget, clock, waits } = openBudget();
  const limits = { concurrency: 2, minimumGap: 5 };
  await budget.run(limits, answered);
  clock.now -= 3_600_000;
  await budget.run(limits, answered);
  expect(waits).toEqual([10_000]);
});

test("a clock that is set back does not extend a rest beyond a minute", async () => {
  const { budget, clock } = openBudget();
  for (let times = 0; times < 3; times++) await budget.run({ concurrency: 1, minimumGap: 0 }, silence);
  clock.now -= 3_600_000;
  expect(budget.restLeft).toBe(60_000);
});

test.each([
  [{ outcome: "unknown", reason: "http_status", httpStatus: 503 }, "silent"],
  [{ outcome: "unknown", reason: "http_status", httpStatus: 429 }, "silent"],
  [{ outcome: "unknown", reason: "not_connected" }, "silent"],
  [{ outcome: "unknown", reason: "http_status", httpStatus: 404 }, { outcome: "reported" }],
  [{ outcome: "unknown", reason: "not_json" }, { outcome: "reported" }],
  [{ outcome: "unverified", reason: "mismatch" }, { outcome: "reported" }],
])("after three answers such as %o, the next query is: %o", async (answer, next) => {
  const { budget } = openBudget();
  for (let times = 0; times < 3; times++) budget.count(answer);
  expect(await budget.run({ concurrency: 1, minimumGap: 0 }, answered)).toEqual(next);
});
