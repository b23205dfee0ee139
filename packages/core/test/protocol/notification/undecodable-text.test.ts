import { expect, test } from "vitest";
import { hasUndecodableText } from "../../../src/protocol/notification/decode-form.ts";

test.each([
  ["what a parser puts in place of other bytes", "caf\uFFFD", true],
  ["escapes that a parser left because they are not UTF-8", "%C4%E3", true],
  ["a sequence that is cut", "x%C3", true],
  ["a sequence with a wrong end", "%C3%28", true],
  ["text", "größe 李 😀", false],
  ["escapes that are UTF-8", "%C3%A9", false],
  ["a percent sign alone", "50% or 50%ZZ", false],
  ["nothing", "", false],
])("%s: %j", (_, text, isLost) => {
  expect(hasUndecodableText(new Map(Object.entries({ amount: "1.00", msg: text })))).toBe(isLost);
  expect(hasUndecodableText(new Map([[text, "1"]]))).toBe(isLost);
});
