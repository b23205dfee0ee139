import { expect, test } from "vitest";
import type { Job, JobOutcome } from "../../src/payment/job.ts";
import { endedWithoutOrder } from "../../src/payment/placed-order.ts";

const at = "2026-05-01T00:00:00.000Z";
const placing = (status: Job["status"], outcome?: JobOutcome) =>
  [{ kind: "place-order", attemptId: "A", status, outcome }] as unknown as Job[];

test.each<[string, readonly Job[], boolean]>([
  ["no job", [], false],
  ["a due job", placing("due"), false],
  ["a job that waits for staff", placing("given-up"), false],
  ["a placed order", placing("completed", { kind: "placed", at }), false],
  ["a dismissed job", placing("completed", { kind: "dismissed", at, note: "" }), true],
  ["a superseded job", placing("completed", { kind: "superseded", at, note: "" }), true],
])("with %s, whether an attempt ended without an order is known", (_with, jobs, ended) => {
  expect(endedWithoutOrder(jobs, "A")).toBe(ended);
});

test("the job of another attempt, and another kind of job, do not count", () => {
  const jobs = placing("completed", { kind: "dismissed", at, note: "" });
  expect(endedWithoutOrder(jobs, "B")).toBe(false);
  expect(
    endedWithoutOrder(
      jobs.map((job) => ({ ...job, kind: "place-renewal" })),
      "A",
    ),
  ).toBe(false);
});
