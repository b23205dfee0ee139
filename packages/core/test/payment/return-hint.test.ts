import { expect, test } from "vitest";
import { addReturnHint, hasReturnHint, returnHintSchema } from "../../src/payment/return-hint.ts";

const at = "2026-01-10T10:00:00.000Z";

test("a result of the browser is stored once, and a repeated one changes nothing (RET-HINT)", () => {
  const none: { returnHints?: readonly { at: string; result: "succeeded" | "fail" | "processing" }[] } = {};
  const first = addReturnHint(none, { at, result: "succeeded" });
  expect(first).toEqual({ returnHints: [{ at, result: "succeeded" }] });
  expect(addReturnHint(first, { at: "2026-01-10T11:00:00.000Z", result: "succeeded" })).toBe(first);
  const both = addReturnHint(first, { at, result: "fail" });
  expect(both.returnHints?.map(({ result }) => result)).toEqual(["succeeded", "fail"]);
  expect([
    hasReturnHint(none, "succeeded"),
    hasReturnHint(both, "fail"),
    hasReturnHint(first, "fail"),
  ]).toEqual([false, true, false]);
});

test("a result needs a status of the gateway and an instant", () => {
  expect(returnHintSchema().parse({ at, result: "succeeded" })).toEqual({ at, result: "succeeded" });
  for (const wrong of [{ at, result: "perhaps" }, { at: "today", result: "succeeded" }, { at }])
    expect(returnHintSchema().safeParse(wrong).success).toBe(false);
});
