import { expect, test } from "vitest";
import { PayIndexError } from "../../src/errors.ts";
import { toEventError } from "../../src/events/event-error.ts";
import { eventLogLevel } from "../../src/events/event-log.ts";
import { catchHandlerErrors } from "../../src/events/handler-errors.ts";
import type { PayIndexEvent } from "../../src/events/pay-index-event.ts";

const odd = "Something other than an Error was thrown.";

test.each<[string, unknown, string, string]>([
  ["one of ours", new PayIndexError("gateway_closed", "It was closed."), "gateway_closed", "It was closed."],
  ["another with a code of its own", Object.assign(new Error("x"), { code: "ECONNREFUSED" }), "error", "x"],
  ["of several lines", new Error("first\nsecond"), "error", "first"],
  ["what a workflow kept of one", { message: "out of stock" }, "error", "out of stock"],
  ["an object without words", { message: 5 }, "error", odd],
  ["no error", "text", "error", odd],
  ["nothing", undefined, "error", odd],
  ["with a card number", new Error("insert failed: 4242 4242 4242 4242"), "error", "insert failed: [digits]"],
  ["a long one", new Error("x".repeat(10_000)), "error", "x".repeat(300)],
])(
  "an event carries an error's code, and its first line, masked and bounded: %s (B-50)",
  (...[, error, code, message]) => {
    expect(toEventError(error)).toEqual({ code, message });
  },
);

const response = (outcome: string) => ({ event: "response-received", outcome });

test.each([
  [{ event: "request-failed" }, "error"],
  [{ event: "review-item-opened" }, "warn"],
  [{ event: "refusals-suppressed" }, "warn"],
  [{ event: "ready" }, "info"],
  [{ event: "attempt-state-changed" }, "debug"],
  [{ event: "notification-received" }, "debug"],
  [response("redirect"), "debug"],
  [response("approved"), "debug"],
  [response("declined"), "debug"],
  [response("rejected"), "warn"],
  [response("unknown"), "warn"],
])("the event %j has the log level %s", (event, level) => {
  expect(eventLogLevel(event as PayIndexEvent)).toBe(level);
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
