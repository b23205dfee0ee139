import { expect, test } from "vitest";
import { PayIndexError } from "../../src/errors.ts";
import { toEventError } from "../../src/events/event-error.ts";
import { eventLogLevel } from "../../src/events/event-log.ts";
import { catchHandlerErrors } from "../../src/events/handler-errors.ts";
import type { PayIndexEvent } from "../../src/events/pay-index-event.ts";

test.each<[string, unknown, { code: string; message: string }]>([
  [
    "one of ours",
    new PayIndexError("gateway_closed", "It was closed."),
    { code: "gateway_closed", message: "It was closed." },
  ],
  ["another", new TypeError("disk full"), { code: "error", message: "disk full" }],
  [
    "one with a code of its own",
    Object.assign(new Error("x"), { code: "ECONNREFUSED" }),
    { code: "error", message: "x" },
  ],
  ["of several lines", new Error("first\nsecond"), { code: "error", message: "first" }],
  ["what a workflow kept of one", { message: "out of stock" }, { code: "error", message: "out of stock" }],
  [
    "an object without words",
    { message: 5 },
    { code: "error", message: "Something other than an Error was thrown." },
  ],
  ["no error", "text", { code: "error", message: "Something other than an Error was thrown." }],
  ["nothing", undefined, { code: "error", message: "Something other than an Error was thrown." }],
])("an event carries an error's code and first line: %s", (_, error, carried) => {
  expect(toEventError(error)).toEqual(carried);
});

test.each(["", " ", "-"])(
  "a card number (%j between its groups) in an error is masked in the event (B-50)",
  (separator) => {
    const number = ["4242", "4242", "4242", "4242"].join(separator);
    expect(toEventError(new Error(`insert failed: ${number}`)).message).toBe("insert failed: [digits]");
  },
);

test("an event's message is bounded", () => {
  expect(toEventError(new Error("x".repeat(10_000))).message).toHaveLength(300);
});

test.each([
  ["request-failed", "error"],
  ["review-item-opened", "warn"],
  ["refusals-suppressed", "warn"],
  ["ready", "info"],
  ["attempt-state-changed", "debug"],
] as const)("the event %s has the log level %s", (event, severity) => {
  expect(eventLogLevel({ event } as PayIndexEvent)).toBe(severity);
});

test("a repeated notification for a final state is an ordinary log entry (B-30)", () => {
  const repeated: PayIndexEvent = {
    event: "notification-received",
    tenant: "default",
    reference: "order-1",
    attemptId: "0".repeat(20),
    isRepeated: true,
    rule: "received",
    key: "current",
  };
  expect(eventLogLevel(repeated)).toBe("debug");
});

test.each([
  ["redirect", "debug"],
  ["approved", "debug"],
  ["declined", "debug"],
  ["rejected", "warn"],
  ["unknown", "warn"],
] as const)("a response with the outcome %s has the severity %s", (outcome, severity) => {
  const payment = { tenant: "default", reference: "order-1", attemptId: "0".repeat(20) };
  expect(eventLogLevel({ event: "response-received", ...payment, outcome })).toBe(severity);
});

test.each<[string, () => void]>([
  [
    "throws",
    () => {
      throw new Error("no disk");
    },
  ],
  // TypeScript accepts an asynchronous function here. Vitest fails when a rejection is not handled.
  ["rejects", () => Promise.reject(new Error("no metrics host"))],
])("an observer that %s does not disturb a payment", async (_, onEvent) => {
  expect(() => catchHandlerErrors(onEvent)({ event: "closed" } as unknown as PayIndexEvent)).not.toThrow();
  await new Promise((resolve) => setImmediate(resolve));
});
