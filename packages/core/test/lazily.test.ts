import { expect, test } from "vitest";
import { lazily } from "../src/lazily.ts";

test("a value is made on the first call only, also if it is undefined", () => {
  const calls: string[] = [];
  const value = lazily(() => void calls.push("made"));
  expect(calls).toEqual([]);
  expect([value(), value(), calls]).toEqual([undefined, undefined, ["made"]]);
});
