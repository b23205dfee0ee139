import { expect, test } from "vitest";
import { createJob } from "../../src/payment/job.ts";
import {
  createGivenUpJobItem,
  createReviewItem,
  findingProblem,
  itemResolutionOfJobOutcome,
  itemResolutionOfScheduledRetry,
  notVerifiedItemKey,
  reviewItemEventFields,
  reviewItemSchema,
} from "../../src/payment/review-item.ts";

const now = new Date("2026-11-20T10:00:00.000Z");
const at = now.toISOString();
const attempt = { tenant: "default", reference: "order-1", attemptId: "A1" };
const problem = { code: "shop_failed", message: "The shop's function failed." };

test("a new review item is open, has the ID of its cause, and contains only the passed details", () => {
  const plain = createReviewItem(attempt, { kind: "no-result" }, { now, problem });
  const fields = { ...attempt, dedupeKey: "", status: "open", createdAt: at, problem };
  expect(plain).toStrictEqual({ ...fields, id: "A1/no-result", kind: "no-result" });
  const requestedAmount = { minor: 500, currency: "USD" };
  const key = { kind: "refund-requested", cycle: 2, dedupeKey: "r1" } as const;
  const full = createReviewItem(attempt, key, { now, problem, jobId: "J1", requestedAmount });
  expect(full).toStrictEqual({
    ...fields,
    ...key,
    id: "A1/cycle-2/refund-requested/r1",
    jobId: "J1",
    requestedAmount,
  });
  const noResult = { group: 1, count: 2 };
  const grouped = createReviewItem(attempt, { kind: "no-result" }, { now, problem, noResult });
  expect(grouped).toStrictEqual({ ...plain, noResult });
  const resolved = { ...full, status: "resolved", resolution: { at, note: "Grace: refunded" } };
  for (const item of [plain, full, grouped, resolved]) expect(reviewItemSchema().parse(item)).toEqual(item);
  expect(reviewItemSchema().safeParse({ ...plain, status: "other" }).success).toBe(false);
});

test("the review item of a given-up job names the job, its cycle and its problem", () => {
  const job = createJob(attempt, { kind: "place-renewal", cycle: 3 }, { now });
  expect(createGivenUpJobItem(job, problem, now)).toStrictEqual({
    ...attempt,
    id: "A1/cycle-3/renewal-not-placed",
    kind: "renewal-not-placed",
    cycle: 3,
    dedupeKey: "",
    jobId: "A1/cycle-3/place-renewal",
    status: "open",
    createdAt: at,
    problem,
  });
  const refund = createJob(attempt, { kind: "sync-refund", dedupeKey: "re_1" }, { now });
  expect(createGivenUpJobItem(refund, problem, now)).toMatchObject({
    kind: "refund-not-synced",
    dedupeKey: "re_1",
  });
});

test("an event describes an item by its IDs, its kind, its cycle if there is one, and its problem", () => {
  const sale = createReviewItem(attempt, { kind: "no-result" }, { now, problem });
  const fields = { ...attempt, reviewItemId: "A1/no-result", kind: "no-result", ...problem };
  expect(reviewItemEventFields(sale)).toStrictEqual(fields);
  const cycle = createReviewItem(attempt, { kind: "cycle-overdue", cycle: 3 }, { now, problem });
  expect(reviewItemEventFields(cycle)).toStrictEqual({
    ...{ ...fields, reviewItemId: "A1/cycle-3/cycle-overdue", kind: "cycle-overdue" },
    cycle: 3,
  });
});

test.each([
  [() => itemResolutionOfJobOutcome({ kind: "placed", at }), "The order was placed."],
  [() => itemResolutionOfJobOutcome({ kind: "done", at }), "The job was completed."],
  [() => itemResolutionOfJobOutcome({ kind: "dismissed", at, note: "Grace: refunded" }), "Grace: refunded"],
  [() => itemResolutionOfJobOutcome({ kind: "superseded", at, note: "It is paid." }), "It is paid."],
  [() => itemResolutionOfScheduledRetry({ dueAt: now, problem }), `The job runs again at ${at}.`],
])("the resolution of a job's item names how the job ended: %#", (resolution, note) => {
  expect(resolution()).toStrictEqual({ at, note });
});

test("each episode of notifications that do not verify has its own item", () => {
  expect(notVerifiedItemKey(1)).toStrictEqual({ kind: "not-verified", dedupeKey: "1" });
  expect(notVerifiedItemKey(2)).not.toEqual(notVerifiedItemKey(1));
});

test("the problem of a finding has the kind as its code, and the evidence as its message", () => {
  const finding = { kind: "charged-after-closing", evidence: "Transaction T1 …" } as const;
  expect(findingProblem(finding)).toStrictEqual({
    code: "charged_after_closing",
    message: "Transaction T1 …",
  });
});
