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

const textOf = (fact: Fact) => attemptTimelineOf(exampleAttempt({ facts: [fact] }))[1]?.text;

test("the first line of the timeline is the attempt", () => {
  expect(attemptTimelineOf(exampleAttempt({ number: 2, variant: "apm", amount: money(500, "JPY") }))).toEqual(
    [
      {
        at: "2026-11-20T10:00:00.000Z",
        source: "shop",
        text: "Attempt 2 started: apm, 500 JPY, gateway order ID 00000000000000000001.",
        phrases: [
          {
            id: "started",
            values: {
              attempt: "2",
              variant: "apm",
              amount: "500",
              currency: "JPY",
              attemptId: "00000000000000000001",
            },
          },
        ],
      },
    ],
  );
});

test.each<[string, Fact, string]>([
  [
    "redirect",
    exampleResponse("redirect", { url: "https://gateway.example/7" }),
    "The gateway returned its payment page.",
  ],
  [
    "approved",
    exampleResponse("approved"),
    "The gateway approved the payment. Only its notification confirms this.",
  ],
  [
    "approved with words",
    exampleResponse("approved", { text: "fine" }),
    "The gateway approved the payment. Only its notification confirms this. The gateway's text: fine",
  ],
  [
    "declined",
    exampleResponse("declined", { text: "no funds" }),
    "The gateway declined the payment. The gateway's text: no funds",
  ],
  [
    "rejected",
    exampleResponse("rejected", { text: "bad sign" }),
    "The gateway rejected the request. The gateway's text: bad sign",
  ],
  [
    "unknown",
    exampleResponse("unknown", { reason: "timeout" }),
    "The gateway returned no clear response (timeout). It is not known whether the gateway received the order.",
  ],
  [
    "no connection",
    exampleResponse("unknown", { reason: "not_connected" }),
    "No connection to the gateway was possible. It did not receive the order.",
  ],
  [
    "HTTP 404",
    exampleResponse("unknown", { reason: "http_status", httpStatus: 404 }),
    "The gateway's server refused the request (HTTP 404). It did not accept the order.",
  ],
  [
    "HTTP 408, which may come after the whole request",
    exampleResponse("unknown", { reason: "http_status", httpStatus: 408 }),
    "The gateway returned no clear response (http_status, HTTP 408). It is not known whether the gateway received the order.",
  ],
  [
    "HTTP 502",
    exampleResponse("unknown", { reason: "http_status", httpStatus: 502 }),
    "The gateway returned no clear response (http_status, HTTP 502). It is not known whether the gateway received the order.",
  ],
  [
    "unknown without a reason",
    exampleResponse("unknown"),
    "The gateway returned no clear response (unknown). It is not known whether the gateway received the order.",
  ],
  ["success", exampleNotification(), "The gateway confirmed 19.99 USD paid (transaction T1)."],
  [
    "success of a cycle",
    exampleNotification({ periodCount: "1" }),
    "The gateway confirmed 19.99 USD paid (transaction T1, cycle 1).",
  ],
  [
    "success under a number of its own (CYC-NUMBER)",
    exampleNotification({ reportedAttemptId: "X7", enabled: "0" }),
    "The gateway confirmed 19.99 USD paid (transaction T1). The notification has the gateway order ID X7. The gateway also reported that the subscription is closed.",
  ],
  [
    "success and closing (NOT-ENABLED)",
    exampleNotification({ enabled: "0" }),
    "The gateway confirmed 19.99 USD paid (transaction T1). The gateway also reported that the subscription is closed.",
  ],
  [
    "success and not closing (NOT-ENABLED)",
    exampleNotification({ enabled: "1" }),
    "The gateway confirmed 19.99 USD paid (transaction T1).",
  ],
  ["failure (B-22)", exampleFailure(), "The gateway reported a failed payment (transaction T1)."],
  [
    "an unknown code (NOT-CODE)",
    exampleNotification({ returncode: "09" }),
    "The gateway reported the unknown code 09 (transaction T1).",
  ],
  [
    "a refund notice (NOT-ALERT)",
    exampleNotification({ alertType: "Refund" }),
    "The gateway sent an alert (Refund) about transaction T1.",
  ],
  ["accepted", exampleResolution("accept"), "user_1 (Grace) accepted the payment: seen on the statement"],
  ["closed", exampleResolution("dismiss"), "user_1 (Grace) dismissed the payment: seen on the statement"],
  ["refunded", exampleResolution("record-refund"), "user_1 (Grace) recorded a refund: seen on the statement"],
  [
    "accepted with a transaction",
    { ...exampleResolution("accept"), transactions: ["T1"] },
    "user_1 (Grace) accepted transaction T1: seen on the statement",
  ],
  [
    "an operator without a name",
    { ...exampleResolution("dismiss"), operator: { id: "user_1" } },
    "user_1 dismissed the payment: seen on the statement",
  ],
  ["retried", exampleRetry(), "user_1 (Grace) retried the review item order-not-placed."],
  [
    "retried, of a cycle",
    exampleRetry({ kind: "renewal-not-placed", cycle: 2 }),
    "user_1 (Grace) retried the review item renewal-not-placed of cycle 2.",
  ],
])("%s has a plain text", (_, fact, text) => {
  expect(textOf(fact)).toBe(text);
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
    expect(
      attemptTimelineOf(exampleAttempt({ facts: [exampleResponse("redirect")], quarantine })).slice(2),
    ).toEqual([
      {
        at: later,
        source: "notification",
        text: "A notification was refused: its signature is wrong. It changed nothing.",
        phrases: [{ id: "refused-mismatch", values: {} }],
      },
      {
        at: later,
        source: "notification",
        text: "A notification arrived without a signature. It changed nothing.",
        phrases: [{ id: "refused-unsigned", values: {} }],
      },
      {
        at: later,
        source: "notification",
        text: "A notification was refused: its fields are incomplete or ambiguous. It changed nothing.",
        phrases: [{ id: "refused-malformed", values: {} }],
      },
    ]);
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
