import { expect, test } from "vitest";
import {
  decodeNotificationBody,
  type NotificationBody,
  notificationBodyLimit,
} from "../../../src/protocol/notification/notification-body.ts";
import { exampleSuccess, refusalCodeOf } from "./example-notifications.ts";

const raw = (text: string | Uint8Array, contentType?: string): NotificationBody => ({
  kind: "raw",
  bytes: typeof text === "string" ? Buffer.from(text, "utf8") : text,
  contentType,
});
const codeOf = (body: NotificationBody) => refusalCodeOf(() => decodeNotificationBody(body));
const parsed = (fields: unknown, contentType?: string): NotificationBody => ({
  kind: "parsed",
  fields,
  contentType,
});

test("raw bytes and parsed fields have the same result (B-33, B-35, NOT-ENCODING)", () => {
  const fields = { ...exampleSuccess, attach: "", msg: "geprüft & 1+1=2 😀" };
  const body = new URLSearchParams(fields).toString();
  expect([...decodeNotificationBody(raw(body))]).toEqual(Object.entries(fields));
  expect([...decodeNotificationBody(parsed(fields))]).toEqual(Object.entries(fields));
});

test("bytes in the middle of a larger buffer are read from their offset", () => {
  const all = Buffer.from("x=1&amount=1.00&y=2");
  expect([...decodeNotificationBody(raw(all.subarray(4, 15)))]).toEqual([["amount", "1.00"]]);
});

test(`${notificationBodyLimit} bytes are accepted, and one more byte is refused (NOT-ENCODING)`, () => {
  expect(notificationBodyLimit).toBe(32_768);
  // In parsed fields, the separators count.
  for (const [bodyOf, room] of [
    [(text: string) => raw(`a=${text}`), notificationBodyLimit - "a=".length],
    [(text: string) => parsed({ a: text }), notificationBodyLimit - "a=&".length],
  ] as const) {
    expect(codeOf(bodyOf("x".repeat(room)))).toBe("taken");
    expect(codeOf(bodyOf("x".repeat(room + 1)))).toBe("large");
    // The limit counts bytes, not characters.
    expect(codeOf(bodyOf("é".repeat(notificationBodyLimit / 2)))).toBe("large");
  }
});

test.each<[string, NotificationBody, string]>([
  ["that the host did not read completely is too large", { kind: "large" }, "large"],
  ["that did not arrive in time is slow", { kind: "slow" }, "slow"],
  ["of nothing has no fields", raw(""), "malformed"],
  ["of separators has no fields", raw("&&&"), "malformed"],
])("a body %s", (_, body, code) => {
  expect(codeOf(body)).toBe(code);
});

test("a consumed body is refused, and the message names the solution (B-33)", () => {
  expect(codeOf({ kind: "consumed" })).toBe("malformed");
  expect(() => decodeNotificationBody({ kind: "consumed" })).toThrow(
    /Mount the payment router before other body parsers/,
  );
});

test.each<[string, unknown]>([
  ["null", null],
  ["undefined", undefined],
  ["text", "a=1"],
  ["a number", 1],
  ["an array", ["a=1"]],
  ["an empty object", {}],
  ["bytes", Buffer.from("a=1")],
  ["a map", new Map([["a", "1"]])],
  ["URLSearchParams", new URLSearchParams("a=1")],
])("%s is not an object of fields (NOT-ENCODING)", (_, fields) => {
  expect(codeOf(parsed(fields))).toBe("malformed");
});

test("a failure of the host keeps its own code and message", () => {
  for (const code of ["malformed", "large", "charset", "failure"] as const) {
    const failed = { kind: "failed", code, message: "The parser failed." } as const;
    expect(codeOf(failed)).toBe(code);
    expect(() => decodeNotificationBody(failed)).toThrow("The parser failed.");
  }
});

test("a form that a body parser decoded to text is read as its UTF-8 bytes", () => {
  const text = new URLSearchParams({ ...exampleSuccess, msg: "geprüft" }).toString();
  const body = { kind: "text", text, contentType: undefined } as const;
  expect([...decodeNotificationBody(body)]).toEqual([...decodeNotificationBody(raw(text))]);
  const large = { ...body, text: `a=${"ü".repeat(notificationBodyLimit / 2)}` };
  expect(codeOf(large)).toBe("large");
});
