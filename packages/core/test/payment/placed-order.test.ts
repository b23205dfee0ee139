import { describe, expect, test } from "vitest";
import type { Job } from "../../src/payment/job.ts";
import { findPlacedOrder, findPlacedRenewal, placedOrderOf } from "../../src/payment/placed-order.ts";

const at = "2026-11-20T10:10:00.000Z";
const attempt = "00000000000000000001";

const job = (changed: Partial<Job> = {}): Job => ({
  version: 1,
  id: `${attempt}/paid`,
  kind: "order-not-placed",
  tenant: "default",
  reference: "order-1",
  attemptId: attempt,
  status: "done",
  dueAt: at,
  createdAt: at,
  tries: 0,
  result: { at, placed: "shop-order-1" },
  ...changed,
});
const renewal = (cycle: number, changed: Partial<Job> = {}) =>
  job({ kind: "renewal-not-placed", cycle, result: { at, placed: `shop-order-${cycle}` }, ...changed });

describe("the order of a job", () => {
  test("is the one that the host placed, with its id or without", () => {
    expect(placedOrderOf(job())).toEqual({ at, id: "shop-order-1" });
    expect(placedOrderOf(job({ result: { at } }))).toStrictEqual({ at });
  });

  test.each([
    ["there is no job", undefined],
    ["the job is due", job({ status: "due" })],
    ["the job was given up", job({ status: "parked" })],
    ["the job has no outcome", job({ result: undefined })],
    ["an operator ended the job", job({ result: { at, note: "Grace: refunded." } })],
  ])("is undefined if %s", (_, ended) => {
    expect(placedOrderOf(ended)).toBeUndefined();
  });
});

test("the order of a payment is the one of its winning attempt", () => {
  const ended = job({ result: { at, note: "The order was placed for another attempt." } });
  expect(findPlacedOrder([ended, renewal(2), job()])).toEqual({ at, id: "shop-order-1" });
  expect(findPlacedOrder([ended, renewal(2)])).toBeUndefined();
});

test("the renewal of a cycle is the one of its attempt and its number", () => {
  const other = renewal(2, { attemptId: "00000000000000000002", result: { at, placed: "of another" } });
  const jobs = [job({ cycle: 2 }), other, renewal(3), renewal(2)];
  expect(findPlacedRenewal(jobs, { attemptId: attempt, number: 2 })).toEqual({ at, id: "shop-order-2" });
  expect(findPlacedRenewal(jobs, { attemptId: attempt, number: 4 })).toBeUndefined();
});
