import { describe, expect, test } from "vitest";
import type { Fact } from "../../src/payment/fact.ts";
import { money } from "../../src/protocol/money/money.ts";
import { attemptTimelineOf } from "../../src/status/timeline.ts";
import { exampleAttempt } from "../payment/example-attempt.ts";
import {
  exampleFailure,
  exampleNotification,
  exampleResolution,
  exampleResponse,
  exampleRetry,
} from "../payment/example-facts.ts";

test("the first line of the timeline is the attempt", () => {
  const attemptId = "00000000000000000001";
  const values = { attempt: "2", variant: "apm", amount: "500", currency: "JPY", attemptId };
  expect(attemptTimelineOf(exampleAttempt({ number: 2, variant: "apm", amount: money(500, "JPY") }))).toEqual(
    [
      {
        at: "2026-11-20T10:00:00.000Z",
        source: "shop",
        text: `Attempt 2 started: apm, 500 JPY, gateway order ID ${attemptId}.`,
        phrases: [{ id: "started", values }],
      },
    ],
  );
});

test.each<[string, Fact, string]>([
  ["redirect", exampleResponse("redirect", { url: "https://gateway.example/7" }), "redirected"],
  ["approved", exampleResponse("approved"), "approved"],
  ["declined", exampleResponse("declined", { text: "no funds" }), "declined gateway-text"],
  ["rejected", exampleResponse("rejected", { text: "bad sign" }), "rejected gateway-text"],
  ["unknown", exampleResponse("unknown", { reason: "timeout" }), "unclear"],
  ["no connection", exampleResponse("unknown", { reason: "not_connected" }), "not-connected"],
  ["HTTP 404", exampleResponse("unknown", { reason: "http_status", httpStatus: 404 }), "http-refused"],
  ["success", exampleNotification(), "confirmed"],
  ["success of a cycle", exampleNotification({ periodCount: "1" }), "confirmed-cycle"],
  [
    "success and closing under a number of its own (CYC-NUMBER, NOT-ENABLED)",
    exampleNotification({ reportedAttemptId: "X7", enabled: "0" }),
    "confirmed reported-attempt-id subscription-closed",
  ],
  ["success and not closing (NOT-ENABLED)", exampleNotification({ enabled: "1" }), "confirmed"],
  ["failure (B-22)", exampleFailure(), "failed"],
  ["an unknown code (NOT-CODE)", exampleNotification({ returncode: "09" }), "unknown-code"],
  ["a refund notice (NOT-ALERT)", exampleNotification({ alertType: "Refund" }), "notice"],
  ["accepted", exampleResolution("accept"), "operator-accept"],
  ["closed", exampleResolution("dismiss"), "operator-dismiss"],
  ["refunded", exampleResolution("record-refund"), "operator-record-refund"],
  [
    "accepted with a transaction",
    { ...exampleResolution("accept"), transactions: ["T1"] },
    "operator-accept-charge",
  ],
  ["retried", exampleRetry(), "operator-retry"],
  ["retried, of a cycle", exampleRetry({ kind: "renewal-not-placed", cycle: 2 }), "operator-retry-cycle"],
])("%s has the phrases of its kind", (_, fact, phrases) => {
  const line = attemptTimelineOf(exampleAttempt({ facts: [fact] }))[1];
  expect(line?.phrases.map(({ id }) => id).join(" ")).toBe(phrases);
});

test("each line has its phrases and their values, for other languages", () => {
  const facts = [
    exampleResponse("declined", { text: "{operator} has no funds" }),
    exampleNotification({ periodCount: "2", enabled: "0" }),
    exampleResolution("dismiss"),
  ];
  const [, declined, paid, dismissed] = attemptTimelineOf(exampleAttempt({ facts }));
  expect(declined).toMatchObject({
    text: "The gateway declined the payment. The gateway's text: {operator} has no funds",
    phrases: [{ id: "declined" }, { id: "gateway-text", values: { text: "{operator} has no funds" } }],
  });
  expect(paid?.phrases).toEqual([
    { id: "confirmed-cycle", values: { amount: "19.99", currency: "USD", transaction: "T1", cycle: "2" } },
    { id: "subscription-closed", values: {} },
  ]);
  expect(dismissed?.phrases).toEqual([
    { id: "operator-dismiss", values: { operator: "user_1 (Grace)", note: "seen on the statement" } },
  ]);
});

describe("the lines of the timeline", () => {
  const later = "2026-11-20T10:05:00.000Z";

  test("are ordered by time, then by arrival", () => {
    const facts = [{ ...exampleNotification(), at: later }, exampleFailure(), exampleResponse("redirect")];
    expect(
      attemptTimelineOf(exampleAttempt({ facts })).map(({ source, at }) => `${source} ${at.slice(14, 16)}`),
    ).toEqual(["shop 00", "notification 00", "response 00", "notification 05"]);
    expect(attemptTimelineOf(exampleAttempt({ facts }))[1]?.text).toContain("failed");
  });

  test("include refused notifications without their content (NSIG-MISSING)", () => {
    const fields = { amount: "0.01", sign: "X" };
    const quarantine = [
      { id: "1", at: later, code: "mismatch" as const, fields, episode: 1 },
      { id: "2", at: later, code: "unsigned" as const, fields, episode: 1 },
      { id: "3", at: later, code: "malformed" as const, fields, episode: 1 },
    ];
    const lines = attemptTimelineOf(
      exampleAttempt({ facts: [exampleResponse("redirect")], quarantine }),
    ).slice(2);
    expect(lines.map(({ at, source, phrases }) => ({ at, source, phrases }))).toEqual(
      ["refused-mismatch", "refused-unsigned", "refused-malformed"].map((id) => ({
        ...{ at: later, source: "notification", phrases: [{ id, values: {} }] },
      })),
    );
  });
});

test("contain no address of the gateway's page, and no words of the code", () => {
  const facts = [
    exampleResponse("redirect", { url: "https://gateway.example/secret" }),
    exampleNotification({ rule: "nine", unsigned: ["currency"] }),
  ];
  const timeline = attemptTimelineOf(exampleAttempt({ facts }))
    .map(({ text }) => text)
    .join(" ");
  expect(timeline).not.toMatch(/gateway\.example|nine|undefined|null|\[object/);
});
