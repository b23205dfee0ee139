import { describe, expect, test } from "vitest";
import { createNotificationSenderReader } from "../src/notification-sender.ts";
import { notifyFromSchema } from "../src/notify-from-schema.ts";

const addresses = ["203.0.113.0/24", "198.51.100.9", "2001:db8::/32"];

function read(remoteAddress: string | undefined, forwarded?: string | string[], proxies?: number) {
  const request = { remoteAddress, headers: { "x-forwarded-for": forwarded } } as never;
  const { address, isPermitted } = createNotificationSenderReader({ addresses, proxies })(request);
  return `${address} ${isPermitted}`;
}

describe("without proxies, the address of the connection decides (REP-SENDER)", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7 true"],
    ["::ffff:203.0.113.255", "203.0.113.255 true"],
    ["198.51.100.9", "198.51.100.9 true"],
    ["198.51.100.8", "198.51.100.8 false"],
    ["2001:db8:1::1", "2001:db8:1::1 true"],
    ["2001:db9::1", "2001:db9::1 false"],
    [undefined, "undefined false"],
  ])("%s", (connected, result) => {
    expect(read(connected)).toBe(result);
  });
});

// Forged and missing entries are in `tests/bad-input`.
describe("behind proxies, the entry that the outermost of them added decides (REP-SENDER)", () => {
  test.each<[string, string | string[] | undefined, number, string]>([
    ["one proxy", "203.0.113.7", 1, "203.0.113.7 true"],
    ["two proxies", "203.0.113.7, 10.0.0.2", 2, "203.0.113.7 true"],
    ["the header twice", ["203.0.113.7", "192.0.2.1"], 1, "192.0.2.1 false"],
    ["an entry that is no address", "unknown", 1, "undefined false"],
  ])("%s", (...[, forwarded, proxies, result]) => {
    expect(read("10.0.0.1", forwarded, proxies)).toBe(result);
  });
});

test("without the option, every sender is permitted", () => {
  expect(createNotificationSenderReader(undefined)({ remoteAddress: "192.0.2.1", headers: {} })).toEqual({
    address: "192.0.2.1",
    isPermitted: true,
  });
});

describe("the option notifyFrom", () => {
  test("permits an address and a network", () => {
    const all = ["203.0.113.7", "203.0.113.0/24", "2001:db8::/32", "0.0.0.0/0"];
    expect(notifyFromSchema.safeParse({ addresses: all }).success).toBe(true);
  });

  test.each<[unknown, string]>([
    [{ addresses: [] }, "addresses"],
    [{ addresses: ["gateway.example"] }, "addresses.0"],
    [{ addresses: ["203.0.113.7", "203.0.113.0/33"] }, "addresses.1"],
    [{ addresses: ["203.0.113.0/24/8"] }, "addresses.0"],
    [{ addresses: ["203.0.113.7"], proxies: -1 }, "proxies"],
    [{ addresses: ["203.0.113.7"], proxies: 1.5 }, "proxies"],
  ])("refuses %j", (value, path) => {
    const issues = notifyFromSchema.safeParse(value).error?.issues ?? [];
    expect(issues.map((issue) => issue.path.join("."))).toEqual([path]);
  });
});
