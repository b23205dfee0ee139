import { describe, expect, test } from "vitest";
import {
  createJob,
  jobKindRules,
  jobOrItemId,
  jobOutcomeSchema,
  jobSchema,
  withGivenUpStatus,
  withScheduledRetry,
} from "../../src/payment/job.ts";
import { reviewKinds } from "../../src/payment/review-kinds.ts";

const now = new Date("2026-11-20T10:00:00.000Z");
const attempt = { tenant: "default", reference: "order-1", attemptId: "A1" };
const problem = { code: "shop_failed", message: "The shop's function failed." };

test("the id of a cause is the same for the same attempt, kind, cycle and dedupe key, and different for every other one", () => {
  const keys = [
    { kind: "place-order" },
    { kind: "place-renewal" },
    { kind: "place-renewal", cycle: 2 },
    { kind: "place-renewal", cycle: 3 },
    { kind: "sync-refund", dedupeKey: "re_1" },
    { kind: "sync-refund", cycle: 2, dedupeKey: "re_1" },
  ];
  const ids = keys.map((key) => jobOrItemId("A1", key));
  expect(new Set([...ids, jobOrItemId("A2", { kind: "place-order" })]).size).toBe(keys.length + 1);
  expect(keys.map((key) => jobOrItemId("A1", { ...key }))).toEqual(ids);
  expect(jobOrItemId("A1", { kind: "place-order", dedupeKey: "" })).toBe(ids[0]);
});

describe("a new job", () => {
  test("is due at once unless it has another due date", () => {
    expect(createJob(attempt, { kind: "place-order" }, { now })).toStrictEqual({
      ...attempt,
      id: "A1/place-order",
      kind: "place-order",
      dedupeKey: "",
      status: "due",
      dueAt: now.toISOString(),
      createdAt: now.toISOString(),
      tries: 0,
    });
    const dueAt = new Date("2026-12-20T10:00:00.000Z");
    expect(createJob(attempt, { kind: "check-cycle", cycle: 2 }, { now, dueAt })).toMatchObject({
      id: "A1/cycle-2/check-cycle",
      cycle: 2,
      dueAt: dueAt.toISOString(),
      createdAt: now.toISOString(),
    });
    expect(createJob(attempt, { kind: "sync-refund", dedupeKey: "re_1" }, { now })).toMatchObject({
      id: "A1/sync-refund/re_1",
      dedupeKey: "re_1",
    });
  });

  test("is a valid record", () => {
    const job = createJob(attempt, { kind: "place-order" }, { now });
    for (const status of ["due", "given-up", "completed"])
      expect(jobSchema().parse({ ...job, status })).toEqual({ ...job, status });
    for (const wrong of [{ kind: "other" }, { status: "running" }, { tries: 0.5 }, { dueAt: "today" }])
      expect(jobSchema().safeParse({ ...job, ...wrong }).success).toBe(false);
  });
});

test("a failed run is counted, and the job is scheduled again or given up with its problem", () => {
  const job = createJob(attempt, { kind: "place-order" }, { now });
  const dueAt = new Date("2026-11-20T10:00:10.000Z");
  const failed = withScheduledRetry(job, { dueAt, problem });
  expect(failed).toEqual({ ...job, status: "due", tries: 1, dueAt: dueAt.toISOString(), problem });
  expect(withGivenUpStatus(failed, problem)).toEqual({ ...failed, status: "given-up", tries: 2 });
  expect(withScheduledRetry(withGivenUpStatus(failed, problem), { dueAt, problem })).toMatchObject({
    status: "due",
    tries: 3,
  });
});

test("every kind of job opens a review item whose retry runs the job", () => {
  for (const [kind, { givenUpAs }] of Object.entries(jobKindRules))
    expect(reviewKinds[givenUpAs].retryRuns, kind).toBe("job");
});

test("the jobs of a subscription's later cycles and reports wait for its first order, and no other job does", () => {
  const waiting = Object.entries(jobKindRules).filter(([, { needsFirstOrder }]) => needsFirstOrder);
  expect(waiting.map(([kind]) => kind).join(" ")).toBe(
    "place-renewal report-subscription-closed report-cycle-failed report-cycle-overdue",
  );
});

test.each([
  { kind: "placed", at: now.toISOString(), orderId: "7" },
  { kind: "placed", at: now.toISOString() },
  { kind: "done", at: now.toISOString() },
  { kind: "dismissed", at: now.toISOString(), note: "refunded" },
  { kind: "superseded", at: now.toISOString(), note: "The cycle is paid." },
])("the outcome $kind is stored unchanged", (outcome) => {
  expect(jobOutcomeSchema().parse(outcome)).toEqual(outcome);
  expect(jobOutcomeSchema().safeParse({ ...outcome, kind: "other" }).success).toBe(false);
});
