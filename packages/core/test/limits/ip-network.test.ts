import { expect, test } from "vitest";
import { ipNetworkOf, unmapIpv4Address } from "../../src/limits/unknown-webhook-address-limit.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:DB8:1:2::9", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["", ""],
])("the network of %s is %s", (address, network) => {
  expect(ipNetworkOf(address)).toBe(network);
});

test("an IPv4 address that is written as IPv6 is the same address", () => {
  expect(unmapIpv4Address("::FFFF:203.0.113.7")).toBe("203.0.113.7");
  expect(unmapIpv4Address("::ffff:1")).toBe("::ffff:1");
});
