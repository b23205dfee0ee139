import fc from "fast-check";
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

test("no two channels share a tenant (B-43)", () => {
  const words = fc.constantFrom("default", "channel", "__default_channel__", " ", '"', "\\", "\n", "a");
  const code = fc.oneof(
    fc.array(words, { maxLength: 6 }).map((parts) => parts.join("")),
    fc.string(),
  );
  fc.assert(
    fc.property(code, code, (one, other) => (tenant(one) === tenant(other)) === (one === other)),
    { numRuns: 5000 },
  );
});
