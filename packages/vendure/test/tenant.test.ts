import { expect, test } from "vitest";
import { tenantOf } from "../src/frozen.ts";

/** As core keeps it: trimmed. */
const tenant = (code: string) => tenantOf({ code }).trim();

test.each([
  ["__default_channel__", "default"],
  ["north", "north"],
  ["channel default", "channel default"],
  ["default", 'channel "default"'],
  [" north", 'channel " north"'],
  ['channel "default"', 'channel "channel \\"default\\""'],
])("the tenant of the channel %j is %j", (code, expected) => {
  expect(tenant(code)).toBe(expected);
});

const words = ["default", "channel", "__default_channel__", " ", '"', "\\", "\n", "\u00a0", "north"];

/** Every text of up to `length` of these words. */
function texts(length: number): string[] {
  if (length === 0) return [""];
  return texts(length - 1).flatMap((text) => [text, ...words.map((word) => text + word)]);
}

test("no two channels share a tenant (B-43)", () => {
  const codes = new Set(texts(4));
  const tenants = new Set([...codes].map(tenant));
  expect(codes.size).toBeGreaterThan(5000);
  expect(tenants.size).toBe(codes.size);
});
