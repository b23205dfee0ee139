import type { QueryResult } from "@pay-index/core";
import { expect, test } from "vitest";
import { type GatewayQueryResultView, toGatewayQueryResultView } from "../src/admin-api/attempt-views.ts";

const id = "20260301000000000001";

type Expected = Omit<GatewayQueryResultView, "id">;

const cases: readonly (readonly [QueryResult, Expected])[] = [
  [
    { outcome: "reported", state: "refunded" },
    { outcome: "reported", state: "refunded", problem: null },
  ],
  [
    { outcome: "unverified", reason: "mismatch" },
    { outcome: "unverified", state: null, problem: "The answer proves nothing (mismatch)." },
  ],
  [
    { outcome: "rejected", text: "no such order" },
    { outcome: "rejected", state: null, problem: "no such order" },
  ],
  [{ outcome: "rejected" }, { outcome: "rejected", state: null, problem: "The gateway gave no reason." }],
  [
    { outcome: "unknown", reason: "timeout" },
    { outcome: "unknown", state: null, problem: "The gateway gave no usable answer (timeout)." },
  ],
  [
    { outcome: "unknown", reason: "http_status", httpStatus: 404 },
    { outcome: "unknown", state: null, problem: "The gateway gave no usable answer (http_status 404)." },
  ],
  [
    { outcome: "unknown", reason: "not_sent" },
    {
      outcome: "not-asked",
      state: null,
      problem: "The gateway did not answer the previous queries. Ask again in a minute.",
    },
  ],
];

test.each(cases)("the answer %o is listed with its outcome, state and problem", (result, expected) => {
  expect(toGatewayQueryResultView({ attemptId: id, result })).toEqual({ id, ...expected });
});

test("an attempt that nobody asked about is listed with the reason", () => {
  const problem = "There is no such attempt.";
  expect(toGatewayQueryResultView({ attemptId: id, problem })).toEqual({
    id,
    outcome: "not-asked",
    state: null,
    problem,
  });
});
