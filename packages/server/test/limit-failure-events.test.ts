import type { PayIndexEvent } from "@pay-index/core";
import { expect, test } from "vitest";
import { limitFailureEvents } from "../src/limit-failure-events.ts";

type Failed = Extract<PayIndexEvent, { event: "request-failed" }>;

const error: Failed["error"] = { code: "store_unavailable", message: "The database does not answer." };
const failed = (route: Failed["route"]): Failed => ({ event: "request-failed", route, error });

function observed() {
  const events: PayIndexEvent[] = [];
  const clock = { now: 0 };
  const onEvent = limitFailureEvents(
    (event) => events.push(event),
    () => clock.now,
  );
  const fail = (times: number, event: PayIndexEvent) => {
    for (let time = 0; time < times; time++) onEvent(event);
  };
  return { events, clock, fail };
}

test("unknown requests emit at most ten failure events a minute, and the next event has the count of the others", () => {
  const { events, clock, fail } = observed();
  fail(1000, failed("wait"));
  expect(events).toEqual(Array.from({ length: 10 }, () => failed("wait")));
  clock.now = 59_999;
  fail(1, failed("wait"));
  expect(events).toHaveLength(10);
  clock.now = 60_000;
  fail(2, failed("wait"));
  expect(events.slice(10)).toEqual([{ ...failed("wait"), suppressed: 991 }, failed("wait")]);
});

test("another route or another code has its own limit", () => {
  const { events, fail } = observed();
  fail(11, failed("wait"));
  fail(1, failed("status"));
  const other = { ...failed("wait"), error: { ...error, code: "error" } } as const;
  fail(1, other);
  expect(events.slice(10)).toEqual([failed("status"), other]);
});

test("a failed card sale and every other event are always emitted", () => {
  const { events, fail } = observed();
  fail(30, failed("card"));
  fail(30, { event: "tick-failed", error: { code: "error", message: "-" } });
  expect(events).toHaveLength(60);
});
