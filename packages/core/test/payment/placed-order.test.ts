import { describe, expect, test } from "vitest";
import type { Job } from "../../src/payment/job.ts";
import { findPlacedOrder, findPlacedRenewal, placedOrderOf } from "../../src/payment/placed-order.ts";

const at = "2026-11-20T10:10:00.000Z";
const attempt = "00000000000000000001";

const job = (changed: Partial<Job> = {}): Job => ({
  id: `${attempt}/place-order`,
  kind: "place-order",
  dedupeKey: "",
  tenant: "default",
  reference: "order-1",
  attemptId: attempt,
  status: "completed",
  dueAt: at,
  createdAt: at,
  tries: 0,
  outcome: { kind: "placed", at, orderId: "shop-order-1" },
  ...changed,
});
const renewal = (cycle: number, changed: Partial<Job> = {}) =>
  job({
    kind: "place-renewal",
    cycle,
    outcome: { kind: "placed", at, orderId: `shop-order-${cycle}` },
    ...changed,
  });

describe("the order of a job", () => {
  test("is the one that the host placed, with its id or without", () => {
    expect(placedOrderOf(job())).toEqual({ at, id: "shop-order-1" });
    expect(placedOrderOf(job({ outcome: { kind: "placed", at } }))).toStrictEqual({ at });
  });

  test.each([
    ["there is no job", undefined],
    ["the job is due", job({ status: "due", outcome: undefined })],
    ["the job was given up", job({ status: "given-up", outcome: undefined })],
    ["the job reported something", job({ outcome: { kind: "done", at } })],
    ["an operator ended the job", job({ outcome: { kind: "dismissed", at, note: "Grace: refunded." } })],
  ])("is undefined if %s", (_, ended) => {
    expect(placedOrderOf(ended)).toBeUndefined();
  });
});

test("the order of a payment is the one of its winning attempt", () => {
  const ended = job({
    outcome: { kind: "superseded", at, note: "The order was placed for another attempt." },
  });
  expect(findPlacedOrder([ended, renewal(2), job()])).toEqual({ at, id: "shop-order-1" });
  expect(findPlacedOrder([ended, renewal(2)])).toBeUndefined();
});

test("the renewal of a cycle is the one of its attempt and its number", () => {
  const other = renewal(2, {
    attemptId: "00000000000000000002",
    outcome: { kind: "placed", at, orderId: "of another" },
  });
  const jobs = [job({ cycle: 2 }), other, renewal(3), renewal(2)];
  expect(findPlacedRenewal(jobs, { attemptId: attempt, number: 2 })).toEqual({ at, id: "shop-order-2" });
  expect(findPlacedRenewal(jobs, { attemptId: attempt, number: 4 })).toBeUndefined();
});
