import { expect, test } from "vitest";
import { createJob, type Job, type JobKey, type JobOutcome } from "../../src/payment/job.ts";
import {
  endedWithoutOrder,
  findPlacedOrder,
  findPlacedOrderOfCharge,
  openPartOf,
  placedOrderOf,
} from "../../src/payment/placed-order.ts";
import { exampleAttempt } from "./example-attempt.ts";

const at = "2026-05-01T00:00:00.000Z";
const placing = (status: Job["status"], outcome?: JobOutcome) =>
  [{ kind: "place-order", attemptId: "A", status, outcome }] as unknown as Job[];

test.each<[string, readonly Job[], boolean]>([
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

const completed = (attemptId: string, key: JobKey, outcome: JobOutcome): Job => ({
  ...createJob({ tenant: "default", reference: "order-1", attemptId }, key, { now: new Date(at) }),
  status: "completed",
  outcome,
});
const placed = (attemptId: string, key: JobKey, orderId: string) =>
  completed(attemptId, key, { kind: "placed", at, orderId });

test("a further sale pays the part after the last one whose order is placed, whatever else was tried or renewed", () => {
  const attempts = [
    exampleAttempt({ attemptId: "A" }),
    exampleAttempt({ attemptId: "B", part: 2 }),
    exampleAttempt({ attemptId: "C", part: 3 }),
  ];
  const order = { kind: "place-order" } as const;
  const renewal = placed("C", { kind: "place-renewal", cycle: 2 }, "O-3");
  expect(openPartOf({ attempts, jobs: [renewal] })).toBe(1);
  expect(openPartOf({ attempts, jobs: [placed("A", order, "O-1"), renewal] })).toBe(2);
  expect(openPartOf({ attempts, jobs: [placed("B", order, "O-1"), placed("A", order, "O-1")] })).toBe(3);
});

test("a placed order has the ID that the host returned, if there is one", () => {
  const order = { kind: "place-order" } as const;
  expect(placedOrderOf(placed("A", order, "O-1"))).toStrictEqual({ at, id: "O-1" });
  expect(placedOrderOf(completed("A", order, { kind: "placed", at }))).toStrictEqual({ at });
});

test("the order of a payment is the placed one, and neither a renewal nor an order that was not placed", () => {
  const renewal = placed("B", { kind: "place-renewal", cycle: 2 }, "O-2");
  const notPlaced = completed("A", { kind: "place-order" }, { kind: "superseded", at, note: "" });
  expect(findPlacedOrder([renewal, notPlaced])).toBeUndefined();
  expect(findPlacedOrder([renewal, notPlaced, placed("B", { kind: "place-order" }, "O-1")])?.id).toBe("O-1");
});

test("the renewal of a cycle is the one of its attempt and its number", () => {
  const jobs = [
    placed("A", { kind: "place-order" }, "O-1"),
    completed("A", { kind: "report-cycle-failed", cycle: 3 }, { kind: "done", at }),
    placed("A", { kind: "place-renewal", cycle: 2 }, "O-2"),
    placed("A", { kind: "place-renewal", cycle: 3 }, "O-3"),
    placed("B", { kind: "place-renewal", cycle: 3 }, "O-4"),
  ];
  const renewalOf = (attemptId: string, number: number) =>
    findPlacedOrderOfCharge(jobs, { attemptId, cycle: number })?.id;
  expect([renewalOf("A", 2), renewalOf("A", 3), renewalOf("B", 3)]).toEqual(["O-2", "O-3", "O-4"]);
  expect(renewalOf("B", 2)).toBeUndefined();
});
