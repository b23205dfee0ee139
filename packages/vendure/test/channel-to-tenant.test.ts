import { expect, test } from "vitest";
import { tenantOfChannel } from "../src/checkout-snapshot.ts";

test.each([
  ["the default channel", { id: 1, code: "__default_channel__" }, "default"],
  ["another channel", { id: 2, code: "north" }, "2"],
  ["a channel whose code is default", { id: 3, code: "default" }, "3"],
  ["a channel that was renamed", { id: 2, code: "north-2" }, "2"],
  ["a channel of a shop with UUIDs", { id: "6f1c2c1e", code: "north" }, "6f1c2c1e"],
])("the tenant of %s is its id, which no other channel has (B-43)", (_, channel, expected) => {
  expect(tenantOfChannel(channel)).toBe(expected);
});
