import { expect, test } from "vitest";
import { toRefundReason } from "../../src/review/refund-through-gateway.ts";
import { openRefundShop } from "./refund-shop.ts";

test.each([
  ["a text", "Wrong size", "Wrong size"],
  ["lines and tabs", " Wrong\r\n\n size\t ", "Wrong size"],
  ["half of a character", "Wrong \ud83d size", "Wrong size"],
  ["a long text", `${"a".repeat(199)} b`, "a".repeat(199)],
  ["a character that does not fit", `${"a".repeat(199)}😀`, "a".repeat(199)],
  ["characters of two units", "😀".repeat(150), "😀".repeat(100)],
])("%s becomes one line of at most 200 characters that core accepts", async (_, text, line) => {
  const reason = toRefundReason(text);
  expect(reason).toBe(line);
  const { refund } = await openRefundShop();
  expect(await refund(500, "r-1", { reason: reason ?? "" })).toMatchObject({ reason: line });
});

test.each(["", " \n\t", "\ud83d"])("a text without a visible character is no reason", (text) => {
  expect(toRefundReason(text)).toBeUndefined();
});
